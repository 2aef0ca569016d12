// @ts-check
// Orders made by touching the board: a unit, then where. They stand as text beside it, and go to
// the mail program. Without it the page lists all orders, to be copied.
(() => {
  /**
   * @typedef {object} Order
   * @property {string} text
   * @property {string} words
   * @property {string[]} touches
   * @property {string} drawn
   */
  /**
   * @typedef {object} Unit
   * @property {string} power
   * @property {string} at
   * @property {string} name
   * @property {string} words
   * @property {Order[]} orders
   * @property {string} usage
   * @property {HTMLButtonElement} [button]
   * @property {HTMLElement} [told]
   * @property {HTMLButtonElement} [undo]
   */

  const LONGEST = 1900;
  const MIDDLING = 40;

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const main = byId("main");
  const lines = /** @type {HTMLTextAreaElement} */ (byId("lines"));
  const send = /** @type {HTMLAnchorElement} */ (byId("send"));
  const trial = /** @type {HTMLAnchorElement} */ (byId("trial"));
  const chart = byId("chart");
  const board = /** @type {SVGSVGElement} */ (chart.querySelector("svg"));
  const subject = main.dataset.subject ?? "";
  const due = main.dataset.due === undefined ? null : Number(main.dataset.due);

  /** @type {Map<string, SVGElement>} */
  const spaces = new Map();
  board.querySelectorAll(".space").forEach((element) => {
    const space = /** @type {SVGElement} */ (element);
    spaces.set(space.dataset.space ?? "", space);
  });

  /** @type {Unit[]} */
  const units = [...document.querySelectorAll("details.unit")].map((element) => {
    const { power = "", at = "", name = "", words = "", usage = "" } = /** @type {HTMLElement} */ (element).dataset;
    const orders = [...element.querySelectorAll("li")].map((item) => ({
      text: item.querySelector("code")?.textContent ?? "",
      words: item.querySelector("span")?.textContent ?? "",
      touches: (item.dataset.touches ?? "").split(" ").filter(Boolean),
      drawn: item.dataset.drawn ?? "",
    }));
    return { power, at, name, words, usage, orders };
  });

  /** @type {Map<string, {unit: Unit, order: Order}>} */
  const known = new Map();
  for (const unit of units) for (const order of unit.orders) known.set(order.text, { unit, order });

  /** The unit that is being ordered, and the spaces touched since.
   * @type {Unit | null} */
  let held = null;
  /** @type {string[]} */
  let touched = [];

  /** @param {string} words */
  const headed = (words) => words.charAt(0).toUpperCase() + words.slice(1);

  /** @param {string} code */
  const nameOf = (code) => spaces.get(code)?.dataset.name ?? code;

  /** The lines as they stand, each with the unit that it is for, if that is known. */
  const readLines = () => lines.value.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
    const text = line.replace(/\s+/g, " ");
    const found = known.get(text) ?? known.get(text.toUpperCase());
    const named = units.find((unit) => unit.name && `${text.toUpperCase()} `.startsWith(`${unit.name.toUpperCase()} `));
    return { line, unit: found?.unit ?? named ?? null, order: found?.order ?? null };
  });

  /** @param {string[]} texts */
  const writeLines = (texts) => {
    lines.value = texts.join("\n");
    show();
  };

  /** @param {Unit} unit @param {Order} order */
  const take = (unit, order) => {
    const rows = readLines();
    const old = unit.at ? rows.findIndex((row) => row.unit === unit) : -1;
    const texts = rows.map((row) => row.line);
    if (old >= 0) texts[old] = order.text;
    else if (!unit.usage || !texts.includes(order.text)) texts.push(order.text);
    held = null;
    touched = [];
    writeLines(texts);
    byId("said").textContent = `${order.text}: taken.`;
    unit.button?.focus({ preventScroll: true });
  };

  /** @param {Unit} unit */
  const dropOrder = (unit) => {
    const rows = readLines();
    const last = rows.map((row) => row.unit).lastIndexOf(unit);
    writeLines(rows.filter((_, number) => number !== last).map((row) => row.line));
  };

  /** The orders of the held unit that go on from the spaces touched. */
  const fitting = () => (held?.orders ?? []).filter((order) => touched.every((code, at) => order.touches[at] === code));

  /** @param {Unit} unit */
  const hold = (unit) => {
    held = unit;
    touched = [];
    if (unit.orders.length === 1) take(unit, unit.orders[0]);
    else show();
  };

  /** @param {string} code */
  const touch = (code) => {
    if (held && fitting().some((order) => order.touches[touched.length] === code)) {
      touched = [...touched, code];
      const left = fitting();
      if (left.length === 1) take(held, left[0]);
      else show();
      return;
    }
    const unit = units.find((one) => one.at && one.at === code);
    if (unit && unit === held) {
      const still = unit.orders.filter((order) => order.touches.length === 0);
      if (still.length === 1) take(unit, still[0]);
    } else if (unit) hold(unit);
    else if (held) {
      held = null;
      touched = [];
      show();
    }
  };

  /** @param {string} label @param {() => void} act @param {string} [code] */
  const buildButton = (label, act, code) => {
    const button = document.createElement("button");
    button.type = "button";
    if (code) {
      const text = document.createElement("code");
      text.textContent = code;
      button.append(text, " ");
    }
    button.append(label);
    button.addEventListener("click", act);
    return button;
  };

  const showQuestion = () => {
    const asked = byId("asked");
    asked.replaceChildren();
    const said = byId("said");
    if (!held) {
      const invitation = due === null ? "Touch one of your units, then where it shall go." : "Touch one of your units or centers, then choose.";
      said.textContent = units.length ? invitation : "";
      return;
    }
    const unit = held;
    const left = fitting();
    const whole = left.filter((order) => order.touches.length === touched.length);
    const next = [...new Set(left.map((order) => order.touches[touched.length]).filter(Boolean))];
    const way = touched.map(nameOf).join(", ");
    said.textContent = `${headed(unit.words || "waive a build")}${way && `: ${way}`}. ${next.length ? "Touch a space of the board, or choose:" : "Choose:"}`;
    asked.append(...whole.map((order) => buildButton(order.words, () => take(unit, order), order.text)));
    asked.append(...next.map((code) => {
      const button = buildButton(`${nameOf(code)} …`, () => touch(code));
      button.dataset.at = code;
      return button;
    }));
    asked.append(buildButton("Cancel", () => { held = null; touched = []; show(); unit.button?.focus(); }));
  };

  const showSpaces = () => {
    const next = new Set(fitting().map((order) => order.touches[touched.length]));
    for (const [code, space] of spaces) {
      space.classList.toggle("own", !held && units.some((unit) => unit.at === code));
      space.classList.toggle("held", held?.at === code && !next.has(code));
      space.classList.toggle("open", next.has(code));
    }
  };

  /** @param {string} tag @param {Record<string, string>} values */
  const buildShape = (tag, values) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(values)) shape.setAttribute(name, value);
    return shape;
  };

  /** @param {string} code */
  const spotOf = (code) => {
    const { x = "0", y = "0" } = spaces.get(code)?.dataset ?? {};
    return { x: Number(x), y: Number(y) };
  };

  /** @param {Unit} unit @param {Order} order */
  const drawOrder = (unit, order) => {
    const spots = [unit.at, ...order.touches].map(spotOf);
    if (order.drawn === "stay") {
      const ring = { cx: `${spots[0].x}`, cy: `${spots[0].y}`, r: "46" };
      return [buildShape("circle", { ...ring, class: "rim" }), buildShape("circle", ring)];
    }
    if (order.drawn === "help" && spots.length > 2) {
      const [, from, to] = spots;
      spots.splice(1, 2, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    }
    const end = spots[spots.length - 1];
    const before = spots[spots.length - 2];
    const long = Math.hypot(end.x - before.x, end.y - before.y) || 1;
    const [across, down] = [(end.x - before.x) / long, (end.y - before.y) / long];
    const tip = { x: end.x - across * 14, y: end.y - down * 14 };
    const path = `M${[...spots.slice(0, -1), { x: tip.x - across * 22, y: tip.y - down * 22 }].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join("L")}`;
    const corner = (/** @type {number} */ side) => `${Math.round(tip.x - across * 36 + down * side)} ${Math.round(tip.y - down * 36 - across * side)}`;
    const shapes = [buildShape("path", { d: path, class: "rim" }), buildShape("path", { d: path, class: order.drawn })];
    if (order.drawn === "go") shapes.push(buildShape("path", { d: `M${Math.round(tip.x)} ${Math.round(tip.y)}L${corner(20)}L${corner(-20)}z`, class: "head" }));
    return shapes;
  };

  const showOrders = () => {
    const rows = readLines();
    byId("drawn").replaceChildren(...rows.flatMap(({ unit, order }) => (unit?.at && order ? drawOrder(unit, order) : [])));
    for (const unit of units) {
      const own = rows.filter((row) => row.unit === unit).map((row) => row.line);
      if (unit.told) unit.told.textContent = own.join(", ") || unit.usage || "no order yet";
      if (unit.undo) unit.undo.hidden = own.length === 0;
      unit.button?.setAttribute("aria-pressed", String(unit === held));
    }
    const orders = rows.filter((row) => !row.unit?.usage);
    const open = units.filter((unit) => !unit.usage && !rows.some((row) => row.unit === unit));
    const count = due === null ? open.length : Math.max(due - orders.length, 0);
    const which = due === null ? `: ${open.map((unit) => unit.name).join(", ")}` : "";
    byId("missing").textContent = count === 0 ? "Nothing is missing." : `Still missing: ${count}${which}.`;
    const texts = rows.map((row) => row.line);
    const whose = orders.map((row) => (row.unit?.power ? `${row.unit.power}: ${row.line}` : row.line));
    const fits = showLink(send, texts, texts.length > 0);
    showLink(trial, ["WHAT IF", ...whose, "END"], whose.length > 0);
    if (texts.length && !fits) byId("sent").textContent = "These orders are too long for a link: copy them into an answer to the judge's letter.";
    localStorage.setItem(place, lines.value);
  };

  /** Where the orders are kept in this browser: by page and turn. */
  const place = `${location.pathname} ${subject}`;

  /** Makes a link to a mail of the lines; says whether it is not too long.
   * @param {HTMLAnchorElement} link @param {string[]} texts @param {boolean} wanted */
  const showLink = (link, texts, wanted) => {
    const address = decodeURIComponent(location.hash.slice(1));
    const to = /^[^\s@?&]+@[^\s@?&]+$/.test(address) ? address.split("@").map(encodeURIComponent).join("@") : "";
    const mail = `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(texts.join("\r\n"))}`;
    const fits = wanted && mail.length < LONGEST;
    if (fits) link.href = mail;
    else link.removeAttribute("href");
    link.setAttribute("aria-disabled", String(!fits));
    return fits;
  };

  const show = () => {
    showQuestion();
    showSpaces();
    showOrders();
  };

  const buildList = () => {
    const lists = [false, true].map((aside) => {
      const list = document.createElement("ul");
      list.className = "chosen";
      if (aside) list.setAttribute("aria-labelledby", "asides");
      return list;
    });
    for (const unit of units) {
      const item = document.createElement("li");
      unit.told = document.createElement("code");
      unit.button = buildButton(`${unit.power && `${unit.power}: `}${headed(unit.words || "waive a build")}: `, () => {
        hold(unit);
        byId("asked").querySelector("button")?.focus({ preventScroll: true });
      });
      unit.button.append(unit.told);
      unit.button.dataset.at = unit.at;
      unit.undo = buildButton("Undo", () => dropOrder(unit));
      unit.undo.setAttribute("aria-label", `Take back the order of ${unit.words}`);
      item.append(unit.button, unit.undo);
      lists[unit.usage ? 1 : 0].append(item);
    }
    document.querySelectorAll("details.unit, .unscripted").forEach((element) => element.remove());
    byId("units").append(lists[0]);
    document.getElementById("asides")?.after(lists[1]);
  };

  const whole = (({ x, y, width, height }) => ({ x, y, width, height }))(board.viewBox.baseVal);

  /** Cuts off what stands above the board, which would be seen in part, and tells it below.
   * @param {boolean} isWider */
  const cutHead = (isWider) => {
    const top = isWider ? 0 : whole.y;
    const height = whole.y + whole.height - top;
    board.setAttribute("viewBox", `${whole.x} ${top} ${whole.width} ${height}`);
    board.setAttribute("height", `${Math.round((1000 * height) / whole.width)}`);
    byId("legend").hidden = !isWider;
  };

  /** Shows the board so many times as wide as its frame, the own units in the middle.
   * @param {number} times */
  const zoomTo = (times) => {
    cutHead(times > 1);
    board.style.width = `${Math.min(8, Math.max(1, times)) * 100}%`;
    const spots = units.filter((unit) => unit.at).map((unit) => spotOf(unit.at));
    if (!spots.length) return;
    const scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
    const middle = (/** @type {number[]} */ sides) => (Math.min(...sides) + Math.max(...sides)) / 2;
    chart.scrollLeft = (middle(spots.map((spot) => spot.x)) - board.viewBox.baseVal.x) * scale - chart.clientWidth / 2;
    chart.scrollTop = (middle(spots.map((spot) => spot.y)) - board.viewBox.baseVal.y) * scale - chart.clientHeight / 2;
  };

  /** @param {number} by */
  const zoom = (by) => zoomTo((board.getBoundingClientRect().width / chart.clientWidth) * by);

  /** A board on which a space would be too small for a finger is shown in part. */
  const zoomToFingers = () => {
    const widths = [...spaces.values()].map((space) => space.getBoundingClientRect().width).sort((a, b) => a - b);
    zoomTo(MIDDLING / (widths[Math.floor(widths.length / 2)] || MIDDLING));
  };

  buildList();
  document.querySelectorAll(".scripted").forEach((element) => { /** @type {HTMLElement} */ (element).hidden = false; });
  lines.value = localStorage.getItem(place) ?? "";
  lines.addEventListener("input", show);
  board.addEventListener("click", (event) => {
    const space = /** @type {Element} */ (event.target).closest(".space");
    if (space) touch(/** @type {SVGElement} */ (space).dataset.space ?? "");
  });
  byId("closer").addEventListener("click", () => zoom(1.5));
  byId("farther").addEventListener("click", () => zoom(1 / 1.5));
  byId("clear").addEventListener("click", () => writeLines([]));
  byId("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(lines.value);
    } catch {
      lines.select();
      document.execCommand("copy");
    }
    byId("sent").textContent = "Copied. Put it into an answer to the judge's letter.";
  });
  send.addEventListener("click", () => {
    byId("sent").textContent = "Your mail program has the letter now: send it there. The judge answers with a receipt by mail; what you made is kept on this page.";
  });
  trial.addEventListener("click", () => {
    byId("sent").textContent = "Your mail program has a question now: send it there. The judge answers by mail what would come of these orders, with a picture; nothing is ordered by that.";
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held) { held = null; touched = []; show(); }
  });
  show();
  zoomToFingers();
})();
