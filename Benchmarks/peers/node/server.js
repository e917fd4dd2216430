// The friend page with node's http and template literals: the peer that Roster is measured against.
'use strict';
const fs = require('node:fs');
const http = require('node:http');

const [file, port] = process.argv.slice(2);
const groups = JSON.parse(fs.readFileSync(file, 'utf8'));
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text) => text.replace(/[&<>"']/g, (letter) => entities[letter]);

const friend = (f) => `<li id="f-${escape(f.Key)}"><img src="/images/${escape(f.Icon)}.png" alt="" width="40" height="40" loading="lazy">
<span class="name${f.VIP ? ' vip' : ''}">${escape(f.Name)}</span><span class="intro">${escape(f.Intro)}</span></li>
`;
const group = (g) => `<section><h2><a id="g-${escape(g.Key)}" href="?open=${escape(g.Key)}#g-${escape(g.Key)}" aria-expanded="true"><span>${escape(g.Name)}</span>
<span class="count">${g.Online}/${g.Total}</span></a></h2><ul>
${g.Friends.map(friend).join('')}</ul></section>`;
const page = () => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Friends</title></head><body><main>
${groups.map(group).join('')}</main></body></html>`;

const server = http.createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  if (request.url !== '/friends') {
    response.writeHead(404).end();
    return;
  }
  const body = Buffer.from(page());
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length }).end(body);
});
server.listen(Number(port), '127.0.0.1');
