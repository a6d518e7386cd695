import { findCardNumbers, isIban } from '@pagehand/contracts/account-numbers';
import { redactSecrets } from '@pagehand/contracts/redact-secrets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

// Put together at run time, so that no scanner takes this file for a leak.
const key = (prefix: string, rest: string): string => prefix + rest;
const random = 'Ab3'.repeat(20);

describe('redactSecrets', () => {
  it.each([
    ['Card 4111 1111 1111 1111 exp 12/28', 'Card [card-number] exp 12/28'],
    ['4111111111111111', '[card-number]'],
    ['5500-0000-0000-0004.', '[card-number].'],
    ['3400 000000 00009', '[card-number]'],
    ['3782\u00a0822463\u00a010005', '[card-number]'],
    ['6011000990139424', '[card-number]'],
    ['12 4111 1111 1111 1111 34', '12 [card-number] 34'],
    ['4222222222222', '[card-number]'],
    ['IBAN DE89 3704 0044 0532 0130 00 BIC', 'IBAN [iban] BIC'],
    ['GB82WEST12345698765432', '[iban]'],
    ['fr14 2004 1010 0505 0001 3m02 606', '[iban]'],
    ['NO93 8601 1117 947,', '[iban],'],
    [`t ${key('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N')}!`, 't [jwt]!'],
    [
      `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIEow+/=\nAbC\n-----END RSA ${'PRIVATE'} KEY-----\nafter`,
      '[private-key]\nafter',
    ],
    [`x -----BEGIN ${'PRIVATE'} KEY-----\nMIIEow`, 'x [private-key]'],
    [key('sk-', random), '[api-key]'],
    [key('sk-ant-', `api03-${random}`), '[api-key]'],
    [key('AKIA', 'IOSFODNN7EXAMPLE'), '[api-key]'],
    [key('ghp_', 'a1B2'.repeat(9)), '[api-key]'],
    [key('github_pat_', 'a1B2'.repeat(15)), '[api-key]'],
    [key('glpat-', random.slice(0, 20)), '[api-key]'],
    [key('xoxb-', '123456789012-abcdefghij'), '[api-key]'],
    [key('AIza', 'SyA1234567890abcdefghijklmnopqrstuv'), '[api-key]'],
    [key('ya29.', random), '[api-key]'],
    [key('sk_live_', random.slice(0, 24)), '[api-key]'],
    [key('npm_', random.slice(0, 36)), '[api-key]'],
    [key('hf_', random.slice(0, 34)), '[api-key]'],
    [key('tvly-', random.slice(0, 30)), '[api-key]'],
    [`Authorization: Bearer ${random}`, 'Authorization: Bearer [bearer-token]'],
    ['api_key="a1b2c3d4e5"', 'api_key="[assigned-secret]"'],
    ['password: hunter2hunter2', 'password: [assigned-secret]'],
    [`https://a.example/?x=1&sig=${random}&y=2`, 'https://a.example/?x=1&sig=[url-token]&y=2'],
  ])('masks %j', (text, masked) => {
    const { text: result, redacted } = redactSecrets(text);
    expect(result).toBe(masked);
    expect(Object.values(redacted)).toEqual([1]);
  });

  it.each([
    '4111 1111 1111 1112',
    '1234567890123456',
    '0000000000000000',
    '4444444444444444',
    'Order 20261130164512345',
    '+49 170 1234567890',
    'ISBN 978-3-16-148410-0',
    '1700000000000',
    '3.14159265358979323846',
    'DE89 3704 0044 0532 0130 01',
    'XX89 3704 0044 0532 0130 00',
    'DE89 and more words follow here',
    'password: required',
    'Password: at least eight characters',
    'The token is invalid',
    'Bearer of bad news from abroad',
    'sk-learn and task-management-software',
    'eyJ is how they begin',
    '-----BEGIN CERTIFICATE-----\nMIIE',
    'https://a.example/?code=short',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'a1b2c3',
    'secret: sauce',
  ])('leaves %j as it is', (text) => expect(redactSecrets(text)).toEqual({ text, redacted: {} }));

  it('counts by kind and leaves the rest of the text', () => {
    expect(
      redactSecrets(
        `Pay 4111111111111111 or 5555555555554444 from DE89370400440532013000 with ${key('ghp_', 'a1B2'.repeat(9))}.`,
      ),
    ).toEqual({
      text: 'Pay [card-number] or [card-number] from [iban] with [api-key].',
      redacted: { 'card-number': 2, iban: 1, 'api-key': 1 },
    });
  });

  it('is idempotent and never throws', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '4111 1111 1111 1111',
        'DE89370400440532013000',
        `Bearer ${random}`,
        'password: abc123abc123',
        'token=',
        '[jwt]',
        key('sk-', random),
        ' ',
        '-',
        '\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = redactSecrets(pieces.join(' ')).text;
        expect(redactSecrets(once)).toEqual({ text: once, redacted: {} });
      }),
      { numRuns: 1_000 },
    );
  });

  it('checks digits as the issuers and ISO 7064 do', () => {
    expect(findCardNumbers('4242 4242 4242 4242')).toEqual([{ start: 0, end: 19, kind: 'card-number' }]);
    for (const other of ['4242 4242 4242 4241', '42', '1.4242424242424242']) expect(findCardNumbers(other)).toEqual([]);
    expect([
      isIban('GB82 WEST 1234 5698 7654 32'),
      isIban('GB82 WEST 1234 5698 7654 33'),
      isIban('GB82'),
      isIban(''),
    ]).toEqual([true, false, false, false]);
  });
});
