// Steps through the turns with the arrow keys and with swipes over the board. Without it the
// links do the same.
(() => {
  const step = (way) => {
    const link = document.querySelector(`.steps a[rel=${way}]`);
    if (link) link.click();
  };
  document.querySelectorAll(".steps a[rel]").forEach((link) => {
    link.addEventListener("click", () => sessionStorage.setItem("step", link.rel));
  });
  const last = sessionStorage.getItem("step");
  sessionStorage.removeItem("step");
  if (last) document.querySelector(`.steps a[rel=${last}]`)?.focus({ preventScroll: true });

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest(".wide")) return;
    if (event.key === "ArrowLeft") step("prev");
    if (event.key === "ArrowRight") step("next");
  });

  const board = document.querySelector(".board");
  let from = null;
  board?.addEventListener("touchstart", (event) => {
    const alone = event.touches.length === 1 && (visualViewport?.scale ?? 1) === 1;
    from = alone ? event.touches[0] : null;
  }, { passive: true });
  board?.addEventListener("touchend", (event) => {
    if (!from) return;
    const across = event.changedTouches[0].clientX - from.clientX;
    const down = event.changedTouches[0].clientY - from.clientY;
    from = null;
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? "next" : "prev");
  }, { passive: true });
})();
