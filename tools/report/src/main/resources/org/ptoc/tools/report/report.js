
'use strict';
const box = document.getElementById('timeline');
if (box) {
  const svg = box.querySelector('svg');
  const axis = box.querySelector('.axis');
  const names = [...box.querySelectorAll('.names span')];
  const told = document.getElementById('event');
  const [, , total, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const lanes = [...svg.querySelectorAll('g')].map(lane => [...lane.querySelectorAll('rect:not(.lane)')]);
  let from = 0, width = total, lane = 0, at = -1, chosen = null;
  const least = Math.min(total, 4);

  function step(most) {
    for (let power = 1; power <= total; power *= 10) {
      for (const digit of [1, 2, 5]) { if (digit * power * most >= width) { return digit * power; } }
    }
    return total;
  }
  function draw() {
    svg.setAttribute('viewBox', [from, 0, width, height].join(' '));
    const distance = step(Math.max(2, Math.floor(svg.clientWidth / 90)));
    for (const name of names) {
      const start = Math.max(from, Number(name.dataset.from)), end = Math.min(from + width, Number(name.dataset.to));
      name.hidden = (end - start) * svg.clientWidth < 24 * width;
      name.style.left = 100 * (start - from) / width + '%';
      name.style.width = 100 * (end - start) / width + '%';
    }
    axis.replaceChildren();
    for (let cycle = Math.ceil(from / distance) * distance; cycle <= from + width; cycle += distance) {
      const tick = document.createElement('span');
      tick.style.left = 100 * (cycle - from) / width + '%';
      tick.textContent = cycle;
      axis.append(tick);
    }
  }
  function show(start, size) {
    width = Math.max(least, Math.min(total, size));
    from = Math.max(0, Math.min(total - width, start));
    draw();
  }
  const zoom = (factor, middle = from + width / 2) => show(middle - width * factor / 2, width * factor);
  const pan = part => show(from + width * part, width);
  const place = event => {
    const area = svg.getBoundingClientRect();
    return from + width * Math.max(0, Math.min(1, (event.clientX - area.left) / area.width));
  };
  function choose(bar) {
    if (chosen) { chosen.classList.remove('chosen'); }
    chosen = bar;
    bar.classList.add('chosen');
    told.textContent = bar.parentNode.dataset.lane + ': ' + bar.querySelector('title').textContent;
  }
  function go(next) {
    const bars = lanes[lane];
    if (bars.length === 0) { told.textContent = 'nothing ran on ' + svg.querySelectorAll('g')[lane].dataset.lane; return; }
    at = Math.max(0, Math.min(bars.length - 1, next));
    choose(bars[at]);
    const start = Number(bars[at].getAttribute('x')), size = Number(bars[at].getAttribute('width'));
    if (start < from || start + size > from + width) { show(start + size / 2 - width / 2, width); }
  }
  function change(next) {
    lane = (next + lanes.length) % lanes.length;
    const middle = chosen ? Number(chosen.getAttribute('x')) : from;
    const index = lanes[lane].findIndex(bar => Number(bar.getAttribute('x')) >= middle);
    go(index < 0 ? lanes[lane].length - 1 : index);
  }
  const actions = {
    '+': () => zoom(.5), '=': () => zoom(.5), '-': () => zoom(2), '0': () => show(0, total),
    ArrowLeft: () => pan(-.25), ArrowRight: () => pan(.25), ArrowUp: () => change(lane - 1), ArrowDown: () => change(lane + 1),
    n: () => go(at + 1), p: () => go(at - 1), Home: () => go(0), End: () => go(lanes[lane].length - 1)
  };
  box.addEventListener('keydown', event => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? null : actions[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  const tools = document.getElementById('tools');
  tools.hidden = false;
  tools.addEventListener('click', event => { const key = event.target.dataset.key; if (key) { actions[key](); } });
  svg.addEventListener('dblclick', event => zoom(.5, place(event)));
  let pressed = null;
  svg.addEventListener('pointerdown', event => { pressed = place(event); });
  svg.addEventListener('pointerup', event => {
    const end = place(event);
    if (pressed !== null && Math.abs(end - pressed) > width / 40) { show(Math.min(end, pressed), Math.abs(end - pressed)); }
    pressed = null;
  });
  svg.addEventListener('click', event => {
    const bar = event.target.closest('rect:not(.lane)');
    if (bar) { lane = lanes.findIndex(bars => bars.includes(bar)); at = lanes[lane].indexOf(bar); choose(bar); }
  });
  new ResizeObserver(draw).observe(svg);
  const asked = new URLSearchParams(location.search).get('cycles');
  if (asked) { const [first, last] = asked.split('-').map(Number); show(first, last - first); }
}
