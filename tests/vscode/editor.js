// editor.js ADDRESS NAME PICTURE - in a browser without a window: opens the file NAME in VS Code, which runs at ADDRESS, waits for its first
// message, goes to it (F8) and takes PICTURE, applies the first code action, and waits until no message is left. NODE_PATH has puppeteer-core.
'use strict';
const puppeteer = require('puppeteer-core');
const [address, name, picture] = process.argv.slice(2);
const marks = '.squiggly-error, .squiggly-warning';
const pause = ms => new Promise(done => setTimeout(done, ms));

async function chord(page, key) {
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
}

async function session(page) {
    await page.setViewport({ width: 1240, height: 470 });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('.monaco-workbench');
    await pause(5000);
    await chord(page, 'KeyP');
    await page.waitForSelector('.quick-input-widget input');
    await page.keyboard.type(name);
    await page.waitForFunction(n => [...document.querySelectorAll('.quick-input-list .label-name')].some(e => e.textContent === n), {}, name);
    await page.keyboard.press('Enter');
    await chord(page, 'KeyB'); // without the side bar
    await page.waitForSelector(marks);
    await pause(3000); // colours and hints come behind
    await page.keyboard.press('F8');
    await page.waitForSelector('.peekview-widget, .marker-widget');
    await pause(1500);
    const message = await page.$eval('.marker-widget', e => e.innerText);
    console.log(message.replace(/\s+/g, ' ').trim());
    await page.screenshot({ path: picture });
    await page.keyboard.press('Escape');
    await chord(page, 'Period');
    await page.waitForSelector('.action-widget');
    await pause(500);
    await page.keyboard.press('Enter');
    await page.waitForFunction(m => !document.querySelector(m), {}, marks);
    console.log('no message');
}

(async () => {
    const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: 'new',
        args: ['--no-sandbox', '--disable-gpu'] });
    const page = await browser.newPage();
    page.setDefaultTimeout(120000);
    let code = 0;
    try {
        await session(page);
    } catch (error) {
        console.log(error.message);
        await page.screenshot({ path: picture }).catch(() => 0);
        code = 1;
    }
    await browser.close();
    process.exit(code);
})();
