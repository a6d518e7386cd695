/** A PDF with one line of text on each page, made by hand (PDF 1.4, ISO 32000). */
export function makePdf(pages: readonly string[]): Buffer {
  const objects: string[] = [];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, text] of pages.entries()) {
    const content = `BT /F1 12 Tf 72 720 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = file.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

/** An article with what a person does not see around and in it. */
export const ARTICLE = `<!doctype html><html lang="en"><head><title>The lighthouse</title><style>p{color:#000}</style>
<script>document.write('CANARY-SCRIPT')</script></head><body><nav><a href="/">Home</a> <a href="/about">About</a></nav>
<main><article><h1>The lighthouse</h1>
<p>The lighthouse of Porth was built in 1871 by the engineer Mary Treloar, who also drew the harbour wall that stands beside it to this day.</p>
<p>Its lamp burns 14 litres of oil a night, which the keeper carries up 208 steps; since 1956 the lamp has been electric and turns by itself.</p>
<p>Visitors may climb it from May to September, on weekdays between ten and four, when the weather allows it and the keeper is there.</p>
<!-- CANARY-COMMENT --><p hidden>CANARY-HIDDEN</p><p style="display: none">CANARY-STYLE</p><template><p>CANARY-TEMPLATE</p></template>
</article></main><footer>Cookie settings</footer></body></html>`;
