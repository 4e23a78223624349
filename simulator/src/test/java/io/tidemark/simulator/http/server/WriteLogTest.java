package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WriteLogTest {
    private static final long MEGABYTE = 1 << 20;

    private static void write(WriteTimestamps writes, int tokens) {
        for (int token = 0; token < tokens; token++) {
            writes.recordWrite(token, token, token);
        }
    }

    @Test
    void aSoakOfLongAnswersKeepsTheNewestWithinItsBytes() {
        WriteLog log = new WriteLog(20_000, MEGABYTE);
        for (int n = 0; n < 5_000; n++) {
            write(log.open("r" + n, n), 1_100);
        }

        assertThat(log.sizeBytes()).isLessThanOrEqualTo(MEGABYTE);
        assertThat(log.of("r4999").orElseThrow().contentNanos()).hasSize(1_100);
        assertThat(log.of("r0")).isEmpty();
        // An answer of 1,100 tokens has two arrays of 2,048 stamps of 8 bytes.
        assertThat(log.all()).hasSizeBetween(20, 32);
    }

    @Test
    void anAnswerThatAloneIsTooMuchIsLetGoAndNotKeptAgain() {
        WriteLog log = new WriteLog(10, MEGABYTE);
        WriteTimestamps endless = log.open("endless", 0);

        write(endless, 1_000_000);

        assertThat(log.sizeBytes()).isZero();
        assertThat(endless.sizeBytes()).isZero();
        assertThat(endless.firstContentNanos()).isEmpty();
        assertThat(log.of("endless")).isEmpty();
    }

    @Test
    void theSizeIsThatOfWhatIsKeptWhateverTheOrder() {
        SplittableRandom random = new SplittableRandom(3);
        WriteLog log = new WriteLog(50, MEGABYTE / 4);
        List<WriteTimestamps> open = new ArrayList<>();
        for (int n = 0; n < 20_000; n++) {
            if (open.isEmpty() || random.nextInt(10) == 0) {
                open.add(log.open("r" + random.nextInt(200), n));
            }
            write(open.get(random.nextInt(open.size())), random.nextInt(100));

            assertThat(log.sizeBytes())
                    .isEqualTo(log.all().stream()
                            .mapToLong(WriteTimestamps::sizeBytes)
                            .sum())
                    .isLessThanOrEqualTo(MEGABYTE / 4);
        }
    }
}
