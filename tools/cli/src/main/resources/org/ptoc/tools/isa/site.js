
'use strict';
const words = document.getElementById('words');
const level = document.getElementById('level');
const profile = document.getElementById('profile');
const count = document.getElementById('count');
const lines = [...document.querySelectorAll('ul.index li')].map(line => ({
  line, level: line.dataset.level, profiles: line.dataset.profiles.split(' '),
  name: line.querySelector('a').textContent.toLowerCase(),
  meaning: line.lastElementChild.textContent.toLowerCase().split(/[^a-z0-9]+/),
  topics: line.dataset.topics.split('|')
}));
function matches(each, word) {
  return each.name.includes(word) || each.topics.some(topic => topic.startsWith(word))
    || each.meaning.some(part => part.startsWith(word));
}
function show() {
  const wanted = words.value.toLowerCase().split(' ').filter(word => word);
  let shown = 0;
  for (const each of lines) {
    const fits = (!level.value || each.level === level.value)
      && (!profile.value || each.profiles.includes(profile.value))
      && wanted.every(word => matches(each, word));
    each.line.hidden = !fits;
    shown += fits ? 1 : 0;
  }
  for (const section of document.querySelectorAll('section')) {
    section.hidden = !section.querySelector('li:not([hidden])');
  }
  count.textContent = shown === 0 ? 'nothing found' : String(shown);
}
words.addEventListener('input', show);
level.addEventListener('change', show);
profile.addEventListener('change', show);
document.getElementById('find').addEventListener('submit', event => {
  event.preventDefault();
  const first = document.querySelector('li:not([hidden]) a');
  if (first) { first.click(); }
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== words) { event.preventDefault(); words.focus(); }
  if (event.key === 'Escape') { words.value = ''; show(); words.focus(); }
});
const asked = new URLSearchParams(location.search).get('q');
if (asked) { words.value = asked; }
show();
