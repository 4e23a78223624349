package io.tidemark.importers.run;

import io.tidemark.importers.result.Measurement;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Ulid;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The id of an imported run: its time, if its files give one, and a hash of their content, so that the same content is the same run. */
final class ImportedRunId {
    private ImportedRunId() {}

    static String of(List<Measurement> run) {
        String content = run.stream()
                .map(measured -> measured.source().hash())
                .sorted()
                .toList()
                .toString();
        byte[] hash = Sha256.bytes(content);
        boolean dated = run.stream().allMatch(measured -> measured.span().dated());
        Instant start = dated ? RunTimeSpan.start(run) : Instant.EPOCH;
        int[] at = {0};
        return Ulid.next(
                InstantSource.fixed(start.isBefore(Instant.EPOCH) ? Instant.EPOCH : start),
                () -> upperHalf(hash[at[0]++]));
    }

    /** Where a generator's {@code nextInt} looks. */
    private static long upperHalf(byte bits) {
        return (long) bits << Integer.SIZE;
    }
}
