/** Takes a report elsewhere: as one file, as an address. */

import { useState } from 'preact/hooks';
import { fileAddress, type ReportAddress } from '../../api/report-paths';
import { copyText } from '../run/save';

/** A report that is not there cannot be saved. */
export function ReportActions({ report, there }: { report: ReportAddress; there: boolean }) {
  return (
    <>
      {there && (
        <a class="button" href={fileAddress(report)} download="">
          Save as one file
        </a>
      )}
      <CopyLink />
    </>
  );
}

export function CopyLink() {
  const [note, setNote] = useState('');
  const copy = async (): Promise<void> => setNote((await copyText(location.href)) ? 'Link copied.' : 'The browser did not allow the copy.');
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <span class="dim" role="status">
        {note}
      </span>
    </>
  );
}
