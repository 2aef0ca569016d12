// @ts-check
// Shows the rows of a table or a list that hold all words of what is searched. Without it all of them stand
// there.
(() => {
  document.querySelectorAll(".scripted").forEach((element) => { /** @type {HTMLElement} */ (element).hidden = false; });
  document.querySelectorAll("input[data-rows]").forEach((element) => {
    const box = /** @type {HTMLInputElement} */ (element);
    const body = /** @type {HTMLElement} */ (document.getElementById(box.dataset.rows ?? ""));
    const told = box.parentElement?.querySelector("[role=status]");
    /** @param {string | null} text */
    const plain = (text) => (text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    const rows = [...body.children].map((child) => /** @type {HTMLElement} */ (child)).map((row) => ({ row, text: plain(row.textContent) }));
    const show = () => {
      const words = plain(box.value).split(/\s+/);
      let count = 0;
      for (const { row, text } of rows) {
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) count += 1;
      }
      if (told) told.textContent = box.value.trim() ? `${count} of ${rows.length}` : "";
    };
    box.addEventListener("input", show);
    const wanted = new URLSearchParams(location.search).get("q");
    if (wanted) box.value = wanted;
    show();
  });
})();
