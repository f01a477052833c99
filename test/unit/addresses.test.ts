import { describe, expect, it } from 'vitest';
import { refuseAddress } from '../../worker/platform/outbound/addresses.ts';

describe('allowed addresses', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://168.63.129.16/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[fc00::1]/',
    'http://[fdff::1]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://feeds.localhost/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://127.0.0.1.nip.io/',
    'http://localtest.me/',
    'http://127-0-0-1.any.example.com/',
    'http://app-169-254-169-254.example.com/',
    'http://a.8.8.8.8.1time.10.0.0.1.example.com/',
    'http://1.127.0.0.1.example.com/',
    'http://make-1.2.3.4-rebind-169.254-169.254-rr.1u.ms/',
    'http://kubernetes.default.svc/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%6c%6f%63%61%6c%68%6f%73%74/',
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'http://127.1.1.1:80\\@127.2.2.2:80/',
    'http://1.1.1.1 &@2.2.2.2#@3.3.3.3/',
    'http://user:secret@example.com/',
    'http://example.com:0/',
    'http://example.com:22/',
    'http://example.com:6667/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,hello',
  ])('refuses %s', (address) => {
    expect(refuseAddress(new URL(address))).toEqual(expect.any(String));
  });

  it.each([
    'https://example.com/feed.xml',
    'http://feeds.example.co.uk:8080/a',
    'https://bücher.example/feed',
    'http://8.8.8.8/',
    'http://172.32.0.1/',
    'http://100.128.0.1/',
    'http://[2606:4700::1111]/',
    'https://internal.example.com/',
    'https://ec2-54-231-0-8.example.com/',
    'https://1.2.3.podcast.example.com/',
  ])('allows %s', (address) => {
    expect(refuseAddress(new URL(address))).toBeNull();
  });

  it('allows only loopback, on any port, in a local run', () => {
    const rules = { allowLoopback: true };
    for (const host of ['127.0.0.1:22', 'localhost:9', '[::1]:3000', '0x7f.1', 'a.localhost']) {
      expect(refuseAddress(new URL(`http://${host}/`), rules)).toBeNull();
    }
    for (const host of ['10.0.0.1', '169.254.169.254', '[fe80::1]', 'metadata', '0.0.0.0']) {
      expect(refuseAddress(new URL(`http://${host}/`), rules)).not.toBeNull();
    }
    expect(refuseAddress(new URL('http://u:p@127.0.0.1/'), rules)).not.toBeNull();
  });
});
