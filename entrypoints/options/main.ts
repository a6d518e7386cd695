// The browser's options page is the panel's own settings: one place, no second copy.
location.replace('/sidepanel.html#settings');
