import { describe, expect, test } from 'vitest';
import { PageDriver } from '../fixtures/content-script.ts';
import { captureOf, page, server, whole } from './capture-support.ts';

describe('what a person cannot see is not in the capture', () => {
  test.each([
    ['C01 display none', '<p style="display:none">TOKEN</p>'],
    ['C02 visibility hidden', '<p style="visibility:hidden">TOKEN</p>'],
    ['C02 visibility collapse', '<table><tr style="visibility:collapse"><td>TOKEN</td></tr></table>'],
    ['C04 font size 0', '<p style="font-size:0">TOKEN</p>'],
    ['C04 font size 1px', '<p style="font-size:1px">TOKEN</p>'],
    ['C05 white on white', '<p style="color:#fff">TOKEN</p>'],
    [
      'C05 white on white of an ancestor',
      '<div style="background:#eee"><div><p style="color:#eeeeee">TOKEN</p></div></div>',
    ],
    ['C05 nearly the colour of the background', '<p style="color:#fafafa">TOKEN</p>'],
    ['C05 white on white in oklch', '<p style="color:oklch(1 0 0)">TOKEN</p>'],
    ['C05 white on white in lab', '<p style="color:lab(100 0 0)">TOKEN</p>'],
    ['C05 the same blue, written twice', '<p style="background:oklch(0.6 0.2 260);color:oklch(0.6 0.2 260)">TOKEN</p>'],
    ['C05 white in color()', '<p style="color:color(srgb 1 1 1)">TOKEN</p>'],
    ['C05 white by relative colour', '<p style="color:color-mix(in oklab, white 99%, black)">TOKEN</p>'],
    ['C06 transparent in color()', '<p style="color:color(display-p3 0 0 0 / 0)">TOKEN</p>'],
    ['C06 transparent in oklch', '<p style="color:oklch(0 0 0 / 1%)">TOKEN</p>'],
    ['C06 transparent colour', '<p style="color:rgba(0,0,0,.01)">TOKEN</p>'],
    ['C06 opacity', '<div style="opacity:.2"><p style="opacity:.1">TOKEN</p></div>'],
    ['C07 off to the left', '<p style="position:absolute;left:-9999px">TOKEN</p>'],
    ['C07 off to the top', '<p style="position:absolute;top:-9999px">TOKEN</p>'],
    ['C07 moved off by transform', '<p style="transform:translateX(-9999px)">TOKEN</p>'],
    ['C07 scaled to nothing', '<p style="transform:scale(0)">TOKEN</p>'],
    ['C07 fixed below the window', '<div style="position:fixed;top:200vh"><p>TOKEN</p></div>'],
    ['C07 fixed above the window', '<div style="position:fixed;top:-300px;height:40px">TOKEN</div>'],
    ['C07 fixed to the right of the window', '<div style="position:fixed;left:200vw"><b>TOKEN</b></div>'],
    [
      'C07 fixed above, of a page that is scrolled',
      '<div style="position:fixed;top:-300px;height:40px"><p>TOKEN</p></div><div style="height:3000px"></div><script>scrollTo(0,2000)</script>',
    ],
    [
      'C07 fixed above, with fields that are called like its measures',
      '<form style="position:fixed;top:-300px;height:40px">TOKEN<input name="scrollHeight"><input name="scrollWidth"></form>',
    ],
    ['C08 clip-path', '<p style="clip-path:inset(100%)">TOKEN</p>'],
    ['C08 clip-path from the right', '<p style="clip-path:inset(0 100% 0 0)">TOKEN</p>'],
    ['C08 clip-path from below', '<p style="clip-path:inset(0 0 100%)">TOKEN</p>'],
    ['C08 clip-path in pixels', '<p style="clip-path:inset(500px)">TOKEN</p>'],
    ['C08 clip-path with two halves', '<p style="clip-path:inset(50% 10px 50% 10px round 4px)">TOKEN</p>'],
    ['C08 clip-path ellipse', '<p style="clip-path:ellipse(0 50%)">TOKEN</p>'],
    ['C08 clip-path flat ellipse', '<p style="clip-path:ellipse(50% 0)">TOKEN</p>'],
    ['C08 clip-path polygon without area', '<p style="clip-path:polygon(0 0, 100% 0, 50% 0)">TOKEN</p>'],
    ['C08 clip rect', '<p style="position:absolute;clip:rect(0 0 0 0)">TOKEN</p>'],
    [
      'C08 visually hidden',
      '<span style="position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap">TOKEN</span>',
    ],
    ['C10 no height', '<div style="height:0;overflow:hidden"><p>TOKEN</p></div>'],
    ['C10 max-height 0', '<div style="max-height:0;overflow:hidden"><p>TOKEN</p></div>'],
    ['C11 text indent', '<p style="text-indent:-9999px">TOKEN</p>'],
    ['C13 comment', '<p>a<!-- TOKEN --></p>'],
    ['C14 template', '<template><p>TOKEN</p></template>'],
    ['C14 noscript', '<noscript>TOKEN</noscript>'],
    ['C14 script data', '<script type="text/plain">TOKEN</script>'],
    ['C14 style', '<style>/* TOKEN */</style>'],
    ['C15 meta', '<meta name="description" content="TOKEN">'],
    ['C17 hidden input', '<input type="hidden" value="TOKEN">'],
    ['C17 data attribute', '<p data-x="TOKEN">a</p>'],
    ['C19 closed details', '<details><summary>More</summary><p>TOKEN</p></details>'],
    ['C19 hidden until found', '<p hidden="until-found">TOKEN</p>'],
    ['C19 inert', '<div inert><p>TOKEN</p><button>TOKEN</button></div>'],
    ['C19 aria-hidden', '<div aria-hidden="true"><p>TOKEN</p><button>TOKEN</button></div>'],
    ['C19 content-visibility hidden', '<div style="content-visibility:hidden"><p>TOKEN</p></div>'],
    ['fallback of video, canvas, object', '<video>TOKEN</video><canvas>TOKEN</canvas><audio>TOKEN</audio>'],
    ['datalist', '<input list="l"><datalist id="l"><option>TOKEN</datalist>'],
    [
      'what a modal dialog blocks',
      '<p>TOKEN</p><button>TOKEN</button><dialog id="d"><p>Seen</p></dialog><script>d.showModal()</script>',
    ],
  ])('%s', async (_case, html) => {
    const capture = await captureOf(html);
    expect(whole(capture)).not.toContain('TOKEN');
  });

  test('C32 open shadow roots are read, slot fallback and unslotted children are not, a closed root does no harm', async () => {
    await page.goto(`${server.origin}/shadow.html`);
    const capture = await new PageDriver(page).capture();
    expect(capture.text).toContain('Slotted title');
    expect(capture.text).toContain('Default slot text');
    expect(whole(capture)).not.toMatch(/FALLBACK|LOST|Closed button/);
  });
});

describe('what a person sees is in the capture', () => {
  test.each([
    ['oklch on white', '<p style="color:oklch(0.6 0.2 260)">SEEN</p>'],
    ['yellow on blue in oklch', '<p style="background:oklch(0.4 0.2 264);color:oklch(0.9 0.18 100)">SEEN</p>'],
    ['red in color()', '<p style="color:color(display-p3 1 0 0)">SEEN</p>'],
    ['lch on a dark ground', '<p style="background:#111;color:lch(70 40 20)">SEEN</p>'],
    ['cut at the edges', '<p style="clip-path:inset(0 10px 0 0 round 6px)">SEEN</p>'],
    ['in a circle', '<p style="clip-path:circle(50%)">SEEN</p>'],
    ['in an ellipse', '<p style="clip-path:ellipse(50% 50%)">SEEN</p>'],
    ['in an arrow', '<p style="clip-path:polygon(0 0, 90% 0, 100% 50%, 90% 100%, 0 100%)">SEEN</p>'],
    ['in an inset with a calculation', '<p style="clip-path:inset(calc(10% + 1px) 0 0 0)">SEEN</p>'],
    [
      'white text over a picture',
      '<div style="position:relative"><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" style="width:400px;height:100px;display:block"><p style="position:absolute;top:0;left:0;color:#fff;margin:0">SEEN</p></div>',
    ],
    [
      'white text over a painted sibling',
      '<div style="position:relative;height:60px"><div style="position:absolute;inset:0;background:#000"></div><p style="position:absolute;top:0;color:#fff">SEEN</p></div>',
    ],
    [
      'white text on a background image',
      '<div style="background-image:linear-gradient(#000,#000)"><p style="color:#fff">SEEN</p></div>',
    ],
    ['visible in a hidden one', '<div style="visibility:hidden"><p style="visibility:visible">SEEN</p></div>'],
    ['below the fold', '<div style="height:5000px"></div><p>SEEN</p>'],
    [
      'in a box that scrolls sideways',
      '<div style="overflow:auto;width:200px"><div style="width:3000px"><p style="margin-left:2500px">SEEN</p></div></div>',
    ],
    ['font size 0 around a real one', '<div style="font-size:0"><p style="font-size:16px">SEEN</p></div>'],
    [
      'gradient text',
      '<p style="background:linear-gradient(red,blue);background-clip:text;-webkit-background-clip:text;color:transparent">SEEN</p>',
    ],
    ['fixed to the foot of the window', '<div style="position:fixed;bottom:0">SEEN</div>'],
    ['fixed, without a height of its own', '<div style="position:fixed;top:-10px;height:0"><p>SEEN</p></div>'],
    [
      'far down in what is fixed and moved by script',
      '<div style="position:fixed;inset:0;overflow:hidden"><div style="height:3000px"></div><p>SEEN</p></div>',
    ],
    [
      'fixed to a transformed box below the fold',
      '<div style="height:3000px"></div><div style="transform:scale(1)"><div style="position:fixed;top:0">SEEN</div></div>',
    ],
    ['an open details', '<details open><summary>More</summary><p>SEEN</p></details>'],
    ['display contents', '<div style="display:contents"><span>SEEN</span></div>'],
    ['in a modal dialog', '<p>Under</p><dialog id="d"><p>SEEN</p></dialog><script>d.showModal()</script>'],
  ])('%s', async (_case, html) => {
    const capture = await captureOf(html);
    expect(capture.text).toContain('SEEN');
  });
});

test('what reacts to a click or a double click alone has a ref', async () => {
  const capture = await captureOf('<b onclick="1">Once</b> <i ondblclick="1">Twice</i> <u>Never</u>');
  expect(capture.refs.map(({ tag }) => tag)).toEqual(['b', 'i']);
});

test('a name from visually hidden text stays a name, is marked, and is no prose', async () => {
  const capture = await captureOf(
    '<button><span style="position:absolute;width:1px;height:1px;overflow:hidden">Close window</span>x</button><button aria-label="Only label"></button>',
  );
  expect(capture.refs.map((info) => [info.name, info.nameHidden === true])).toEqual([
    ['Close window x', false],
    ['Only label', true],
  ]);
  expect(capture.text).not.toMatch(/Close window|Only label/);
});
