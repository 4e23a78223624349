package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive whose process is killed again and again holds each event once, field for field as it was published. */
@Tag("long")
final class KilledArchiveTest {
    private static final int REQUESTS = 3_000;
    private static final int ROUNDS = 30;
    private static final int GARBAGE = 7;

    @TempDir
    private Path folder;

    @Test
    void everyEventIsInTheArchiveOnceHoweverOftenTheProcessIsKilled() throws Exception {
        archiveAndKill(8, 20261123, Duration.ofMillis(1_500));
    }

    /** @param pause of the load between two transactions */
    private void archiveAndKill(int kills, long seed, Duration pause) throws Exception {
        Path out = folder.resolve("archive");
        Ledger ledger = new Ledger();
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TransactionalPublisher perf = new TransactionalPublisher(cluster, new Team("perf"), ledger::add);
                TransactionalPublisher other = new TransactionalPublisher(cluster, new Team("other-2"), ledger::add)) {
            Thread load = new Thread(() -> publish(perf, other, pause), "load");
            load.start();
            SplittableRandom random = new SplittableRandom(seed);
            for (int kill = 0; kill < kills; kill++) {
                try (ArchiveProcess archive = start(cluster, out, "--checkpoint-interval", "500ms")) {
                    archive.awaitFiles(out, (int) ArchiveProcess.counting(out) + 4);
                    TimeUnit.MILLISECONDS.sleep(random.nextLong(500)); // Anywhere between two checkpoints.
                    archive.kill();
                }
            }
            load.join();
            long beforeTheLastStart = ArchiveProcess.counting(out);
            assertThat(beforeTheLastStart).isPositive();
            try (ArchiveProcess last = start(cluster, out, "--until-caught-up", "--checkpoint-interval", "1s")) {
                assertThat(last.awaitEnd()).as(last.said()).isZero();
                assertThat(last.said()).contains("going on from").contains("caught up");
            }
        }
        assertThat(ledger.size()).isEqualTo(4 * REQUESTS);
        try (ArchiveReader archive = new ArchiveReader(out)) {
            ArchiveComparison.assertSame(archive.all("requests"), ledger.of("RequestEvent"), "RequestEvent");
            ArchiveComparison.assertSame(archive.all("tokens"), ledger.of("TokenBatch"), "TokenBatch");
            assertThat(archive.all("rejected"))
                    .hasSize(GARBAGE)
                    .allSatisfy(row -> assertThat(row.get("reason")).isEqualTo("it begins with 0x7b"))
                    .allSatisfy(row -> assertThat(row.get("value")).isEqualTo("7b226e223a317d"))
                    .allSatisfy(row -> assertThat(row.get("topic")).isEqualTo("tidemark.perf.requests"));
        }
    }

    /** In transactions, with aborted ones and garbage between them, while the archive is killed; the last record of all is aborted. */
    private static void publish(TransactionalPublisher perf, TransactionalPublisher other, Duration pause) {
        RandomEvents drawn = new RandomEvents(1);
        int each = REQUESTS / ROUNDS;
        for (int round = 0; round < ROUNDS; round++) {
            TransactionalPublisher team = round % 3 == 0 ? other : perf;
            team.publish(drawn, "lane-" + round % 5, (long) round * each, each);
            team.abort(drawn, "aborted", (long) round * each, 5);
            if (round % (ROUNDS / GARBAGE) == 0 && round < GARBAGE * (ROUNDS / GARBAGE)) {
                perf.raw(Topic.REQUESTS, "x/y/" + round, "{\"n\":1}".getBytes(StandardCharsets.UTF_8));
            }
            sleep(pause);
        }
        perf.abort(drawn, "aborted", REQUESTS, 1);
    }

    private static void sleep(Duration pause) {
        try {
            TimeUnit.MILLISECONDS.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ArchiveProcess start(LocalCluster cluster, Path out, String... more) throws Exception {
        return ArchiveProcess.start(cluster, out, folder.resolve("archive.log"), more);
    }
}
