// @ts-check
// Shows a game turn by turn on one page: by slider, keys and buttons, or as a film. Without it the
// list of turns leads to their pages.
(() => {
  const PACE = 1500;

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const picture = /** @type {HTMLImageElement} */ (byId("picture"));
  const way = /** @type {HTMLAnchorElement} */ (byId("turn"));
  const slider = /** @type {HTMLInputElement} */ (byId("slider"));
  const play = byId("play");
  const turns = [...document.querySelectorAll("#turns a")].map((element) => {
    const link = /** @type {HTMLAnchorElement} */ (element);
    return { title: link.textContent ?? "", page: link.href, picture: link.dataset.picture ?? "" };
  });
  let at = 0;
  let clock = 0;

  /** @param {number} number */
  const show = (number) => {
    at = Math.min(turns.length - 1, Math.max(0, number));
    const turn = turns[at];
    picture.src = turn.picture;
    picture.alt = `The board: ${turn.title}. Its page tells it in words.`;
    way.href = turn.page;
    way.textContent = turn.title;
    slider.value = `${at}`;
    slider.setAttribute("aria-valuetext", turn.title);
    if (at + 1 < turns.length) new Image().src = turns[at + 1].picture;
  };

  const stop = () => {
    clearTimeout(clock);
    clock = 0;
    play.textContent = "Play";
  };

  const roll = () => {
    clock = setTimeout(() => {
      show(at + 1);
      if (at + 1 < turns.length) roll();
      else stop();
    }, PACE);
  };

  /** @param {number} number */
  const goTo = (number) => {
    stop();
    show(number);
  };

  byId("film").hidden = false;
  slider.max = `${turns.length - 1}`;
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  byId("back").addEventListener("click", () => goTo(at - 1));
  byId("on").addEventListener("click", () => goTo(at + 1));
  play.addEventListener("click", () => {
    if (clock) {
      stop();
      return;
    }
    if (at + 1 === turns.length) show(0);
    play.textContent = "Pause";
    roll();
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target === slider) return;
    if (event.key === "ArrowLeft") goTo(at - 1);
    if (event.key === "ArrowRight") goTo(at + 1);
    if (event.key === "Home") goTo(0);
    if (event.key === "End") goTo(turns.length - 1);
  });
  const named = turns.findIndex((turn) => turn.page.endsWith(`/${location.hash.slice(1)}.html`));
  show(Math.max(0, named));
})();
