// What the site of the documentation adds to mdBook's pages.

document.getElementById("mdbook-theme-navy").textContent = "Dark";

// What can be scrolled sideways can be scrolled with the keyboard, too.
for (const wide of document.querySelectorAll("main pre > code, main .table-wrapper")) {
  wide.tabIndex = 0;
}

// The label that opens the table of contents acts as a button, so it is one for the keyboard and for screen readers.
const toggle = document.getElementById("mdbook-sidebar-toggle");
toggle.setAttribute("role", "button");
toggle.tabIndex = 0;
toggle.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  toggle.click();
});
