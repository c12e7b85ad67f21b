/* pages.js - what both pages begin with: the JSON that was written into the page, and makers of elements. */
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
/* A new element at the end of its parent: element(row, "td", "12", {class: "n"}). */
const element = (parent, name, text, attributes = {}) => {
  const e = document.createElement(name);
  if (text !== undefined && text !== null)
    e.textContent = text;
  for (const key in attributes)
    e.setAttribute(key, attributes[key]);
  parent.append(e);
  return e;
};
