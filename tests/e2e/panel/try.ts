import { launchChromium } from '../support/launch-chromium.ts';
import { serveSites } from '../support/serve-sites.ts';
import { ScriptedBackend, say } from './scripted-backend.ts';
import { openPanel } from './open-panel.ts';
import { FLIGHTS, planInterrupt, refOf } from './pages.ts';
const scheme = process.argv[2]==='dark'?'dark':'light';
const backend = await new ScriptedBackend().listen();
const sites = await serveSites({'flights.example': {'/': FLIGHTS}});
const browser = await launchChromium({hosts:sites.hosts});
const shot=(n:string)=>panel.screenshot(`/tmp/panel/${n}-${scheme}.png`);
let panel: any;
try {
  await browser.openPage(sites.url('flights.example'));
  panel = await openPanel(browser, backend, {scheme});
  panel.page.on('console', (m:any)=>console.log('C', m.text())); panel.page.on('pageerror', (e:any)=>console.log('E', e));
  await panel.page.evaluate('globalThis.__name = (f) => f');
  await panel.waitForText('flights.example');
  await shot('empty');
  backend.run = async (input, emit, signal) => {
    if (input.resume) return say(input, emit, ['Done: TAP is **selected**. '+JSON.stringify(input.resume[0]?.payload?.status)], {});
    const id='call-1';
    await say(input, emit, ['I found **12 offers**. The cheapest is TAP, 14:05, [89 EUR](https://flights.example/tap?x=1).\n\n| Airline | Time | Price |\n|---|---|---|\n| TAP | 14:05 | 89 EUR |\n| Iberia | 09:30 | 120 EUR |'], {finish:false});
    emit({type:'TOOL_CALL_START', toolCallId:id, toolCallName:'browser_action'});
    const interrupt = planInterrupt(input, [
      {kind:'click', ref: refOf(input,'Select',0)},
      {kind:'fill', fields:[{ref:refOf(input,'Name'), value:'Ada Lovelace'},{ref:refOf(input,'E-mail'), value:'ada@example.org'}]},
      {kind:'click', ref: refOf(input,'Continue to payment')},
    ]);
    emit({type:'CUSTOM', name:'pagehand.interrupt', value: interrupt});
    emit({type:'CUSTOM', name:'pagehand.sent', value: {model:'offline', parts:[{label:'Page text', sent:3120, total:9800}], masked:{'card-number':1}, unreadableFrames:[{origin:'https://ads.example', reason:'no-access'}]}});
    emit({type:'RUN_FINISHED', threadId: input.threadId, runId: input.runId, outcome:{type:'interrupt', interrupts:[{id:interrupt.interruptId, reason:'plan', metadata: interrupt.request}]}});
  };
  await panel.type('combobox', 'Message', 'Book the cheapest one');
  await panel.press('Enter');
  await panel.waitForText('Run plan');
  await new Promise(r=>setTimeout(r,800));
  await shot('plan');
  await panel.click('button','Run plan');
  await new Promise(r=>setTimeout(r,1500));
  await shot('running');
  await panel.waitForText('Done:', 15000);
  await shot('done');
} catch (e) { console.log(e); await shot('fail'); } finally { await browser.close(); await backend.close(); await sites.close(); }
