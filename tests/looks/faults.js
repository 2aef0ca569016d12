(() => {
  const found = [], wide = innerWidth;
  const told = (what, e) => found.push(what + ': ' + (e.tagName + '.' + e.className).toLowerCase()
    + ' ' + (e.textContent || e.alt || '').trim().replace(/\s+/g, ' ').slice(0, 50));
  const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
  const light = c => { const [r, g, b] = c.map(v => v / 255).map(
    v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const ground = e => { for (; e; e = e.parentElement) {
    const c = rgb(getComputedStyle(e).backgroundColor); if (c.length == 3 || c[3] == 1) return c }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255] };
  const shown = e => e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length;
  const scrolls = e => { for (; e; e = e.parentElement)
    if (/auto|scroll/.test(getComputedStyle(e).overflowX)) return true; return false };
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('svg') || !shown(e)) continue;
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    const sticksOut = part => part.getBoundingClientRect().right > wide + 1;
    if (box.width > 1 && sticksOut(e) && !scrolls(e.parentElement) && ![...e.children].some(sticksOut))
      told('too wide', e);
    if (style.overflowX == 'hidden' && box.width > 1 && e.scrollWidth > e.clientWidth + 1)
      told('cut off', e);
    if (e.tagName == 'IMG' && !e.alt) told('no words for a picture', e);
    if (e.tagName == 'IMG' && !e.getAttribute('width')) told('no width', e);
    const own = [...e.childNodes].filter(n => n.nodeType == 3 && n.data.trim());
    if (!own.length) { if (/^H[1-6]$/.test(e.tagName) && !e.textContent.trim()) told('empty', e);
      continue }
    if (box.width <= 1) continue;
    if (e.closest('td, th') && !(e.tagName == 'CODE' && e.closest('tr').cells.length > 4))
      for (const n of own) for (const word of n.data.matchAll(/[\w.]+/g)) {
        const range = document.createRange();
        range.setStart(n, word.index);
        range.setEnd(n, word.index + word[0].length);
        if (word[0].length < 14 && range.getClientRects().length > 1) told('broken word', e);
      }
    const size = parseFloat(style.fontSize), big = size >= 24 || size >= 18.6 && style.fontWeight >= 600;
    const pair = [light(rgb(style.color)), light(ground(e))].sort((a, b) => b - a);
    if ((pair[0] + 0.05) / (pair[1] + 0.05) < (big ? 3 : 4.5)) told('too pale', e);
    if (size < 11) told('too small', e);
    if (own.some(n => /\bNone\b(?! of|,| is| was)|undefined|\{\{|\}\}|<function|Reason\(/.test(n.data)))
      told('odd words', e);
  }
  return found })()
