// What the site of the documentation adds to mdBook's pages.

document.getElementById("mdbook-theme-navy").textContent = "Dark";

// What can be scrolled sideways can be scrolled with the keyboard, too.
for (const wide of document.querySelectorAll("main pre > code, main .table-wrapper")) {
  wide.tabIndex = 0;
}
