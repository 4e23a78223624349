package io.tidemark.producer.publish.spool;

import static io.tidemark.producer.publish.spool.NumberedRecords.event;
import static io.tidemark.producer.publish.spool.NumberedRecords.events;
import static io.tidemark.producer.publish.spool.NumberedRecords.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.publish.SpoolReplayer;
import io.tidemark.schemas.serde.SchemaIds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DiskSpoolTest {
    private static final long ROOMY = 1L << 30;

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void inAFolderThatIsNotThereYet() {
        path = folder.resolve("run").resolve("spool");
    }

    private static void append(Spool spool, List<ProducerRecord<String, byte[]>> events) {
        events.forEach(event -> assertThat(spool.append(event)).isTrue());
    }

    private static List<ProducerRecord<String, byte[]>> readAll(Spool spool) {
        List<ProducerRecord<String, byte[]>> all = new ArrayList<>();
        List<ProducerRecord<String, byte[]>> some = spool.read();
        while (!some.isEmpty()) {
            all.addAll(some);
            some = spool.read();
        }
        return all;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aSpoolSaysWhereItsEventsBelongUntilItIsGone() throws Exception {
        SpoolOrigin origin = new SpoolOrigin("cluster-a", new SchemaIds(Map.of(3, "a0", 12, "ff")));
        DiskSpool spool = new DiskSpool(path, ROOMY, origin);
        assertThat(spool.prepend(List.of(new ProducerRecord<>("topic", "key", new byte[8]))))
                .isTrue();
        spool.close();
        assertThat(SpoolReplayer.readOrigin(path)).isEqualTo(origin);
        assertThat(Files.readAllLines(path.resolve("schemas"))).containsExactly("3 a0", "12 ff");

        DiskSpool again = DiskSpool.reopen(path);
        while (!again.isEmpty()) {
            assertThat(again.read()).hasSize(1);
        }
        again.close();
        assertThat(path).doesNotExist();
        assertThat(SpoolReplayer.readOrigin(path)).isEqualTo(SpoolOrigin.UNKNOWN);
    }

    @Test
    void whatGoesInComesOutAsItWas() {
        DiskSpool spool = new DiskSpool(path, ROOMY);
        append(spool, events(0, 1000));

        List<ProducerRecord<String, byte[]>> out = readAll(spool);
        assertThat(numbers(out)).isEqualTo(numbers(0, 1000));
        assertThat(out.get(7).topic()).isEqualTo("tidemark.perf.requests");
        assertThat(out.get(7).key()).isEqualTo("run/lane-0/7");
        assertThat(out.get(7).value()).isEqualTo(event(7, 1000).value());
        assertThat(spool.isEmpty()).isTrue();
        spool.close();
        assertThat(path).doesNotExist();
    }

    /** Whatever the turns in which it is written, read, closed and opened again. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void orderIsKept(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        DiskSpool spool = new DiskSpool(path, ROOMY);
        List<ProducerRecord<String, byte[]>> out = new ArrayList<>();
        int written = 0;
        for (int turn = 0; turn < 40; turn++) {
            int more = random.nextInt(600);
            append(spool, events(written, written + more));
            written += more;
            for (int reads = random.nextInt(3); reads > 0; reads--) {
                out.addAll(spool.read());
            }
        }
        int kept = Math.min(random.nextInt(500), out.size());
        List<ProducerRecord<String, byte[]>> unacknowledged = List.copyOf(out.subList(out.size() - kept, out.size()));
        List<ProducerRecord<String, byte[]>> all = new ArrayList<>(out.subList(0, out.size() - kept));
        assertThat(spool.prepend(unacknowledged)).isTrue();
        spool.close();

        DiskSpool again = DiskSpool.reopen(path);
        assertThat(again.events()).isEqualTo(written - all.size());
        all.addAll(readAll(again));
        assertThat(numbers(all)).isEqualTo(numbers(0, written));
    }

    @Test
    void aFullOneTakesNoMoreUntilSomethingIsRead() {
        DiskSpool spool = new DiskSpool(path, 300_000);
        int taken = 0;
        while (spool.append(event(taken, 1000))) {
            taken++;
        }

        assertThat(taken).isBetween(240, 300_000 / 40);
        assertThat(spool.rejectionReason()).isEqualTo("the spool " + path + " was full (300000 bytes)");
        assertThat(numbers(readAll(spool))).isEqualTo(numbers(0, taken));
        assertThat(spool.append(event(taken, 1000))).isTrue();
    }

    @Test
    void aTornTailIsLeftOutAndCounted() throws IOException {
        DiskSpool spool = new DiskSpool(path, ROOMY);
        append(spool, events(0, 500));
        assertThat(spool.prepend(List.of())).isTrue();
        spool.close();
        int whole = PendingRecord.batches(events(0, 500), DiskSpool.BATCH_BYTES)
                .get(0)
                .size();
        try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
            file.setLength(file.length() - 10);
        }

        DiskSpool again = DiskSpool.reopen(path);
        List<Integer> out = numbers(readAll(again));
        assertThat(out).isEqualTo(numbers(0, out.size())).hasSizeGreaterThanOrEqualTo(whole);
        assertThat(again.unreadableBytes()).isPositive();
        assertThat(again.isEmpty()).isTrue();
    }

    @Test
    void aDamagedBatchIsNotTakenForEvents() throws IOException {
        DiskSpool spool = new DiskSpool(path, ROOMY);
        append(spool, events(0, 200));
        assertThat(spool.prepend(List.of())).isTrue();
        spool.close();
        try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
            file.seek(file.length() / 2);
            int was = file.read();
            file.seek(file.length() / 2);
            file.write(~was);
        }

        DiskSpool again = DiskSpool.reopen(path);
        assertThat(readAll(again)).isEmpty();
        assertThat(again.unreadableBytes()).isPositive();
    }

    @Test
    void oneThatIsInUseIsRefused() throws IOException {
        DiskSpool spool = new DiskSpool(path, ROOMY);
        append(spool, events(0, 1000));

        assertThatThrownBy(() -> DiskSpool.reopen(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is in use");
        assertThat(numbers(readAll(spool))).hasSize(1000);
    }
}
