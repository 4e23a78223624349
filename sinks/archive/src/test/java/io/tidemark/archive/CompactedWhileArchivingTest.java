package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.archive.job.ArchiveLock;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.Team;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Requests of 20 and 21 November 2026, days that are over, whose folders are compacted while the archive's job writes to them. */
@Tag("integration")
@EnabledOnOs(OS.LINUX)
final class CompactedWhileArchivingTest {
    private static final int KILLS = 4;
    private static final int ROUNDS = 1_000;

    @TempDir
    private Path folder;

    private final Ledger ledger = new Ledger();
    private final RandomEvents drawn = new RandomEvents(3);

    @Test
    void anArchiveCompactsDaysThatAreOverByItselfAndAgainWhenLateRecordsCome() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TransactionalPublisher perf = new TransactionalPublisher(cluster, new Team("perf"), ledger::add);
                ArchiveProcess archive = start(cluster, "--checkpoint-interval", "300ms", "--compact-interval", "2s")) {
            perf.publish(drawn, "lane-1", 0, 400);
            archive.awaitFiles(out(), 4);
            perf.publish(drawn, "lane-1", 400, 400);
            awaitCompacted(archive, 800);

            perf.publish(drawn, "lane-2", 0, 700); // Late: their folders are compacted.
            awaitCompacted(archive, 1_500);

            assertThat(archive.said()).contains("compacted ").doesNotContain("tidemark archive:");
        }
        assertEachOnce();
    }

    /** Their processes are killed at drawn times, and so is the archive once. */
    @Test
    @Tag("long")
    void compactorsAreKilledBesideAnArchiveThatWritesToTheSameFolders() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TransactionalPublisher perf = new TransactionalPublisher(cluster, new Team("perf"), ledger::add)) {
            Thread load = new Thread(() -> publishUntil(over, perf), "load");
            load.start();
            SplittableRandom random = new SplittableRandom(89);
            try {
                for (int half = 0; half < 2; half++) {
                    try (ArchiveProcess archive = start(cluster, "--checkpoint-interval", "100ms")) {
                        archive.awaitFiles(out(), 1);
                        for (int kill = 0; kill < KILLS / 2; kill++) {
                            Process compacting = compact();
                            compacting.waitFor(random.nextLong(600, 2_500), TimeUnit.MILLISECONDS);
                            compacting.destroyForcibly().onExit().join();
                        }
                        Process whole = compact();
                        assertThat(whole.waitFor()).as(compactSaid()).isZero();
                        archive.kill();
                    }
                }
            } finally {
                over.set(true);
                load.join();
            }
            try (ArchiveProcess last = start(cluster, "--until-caught-up", "--checkpoint-interval", "1s")) {
                assertThat(last.awaitEnd()).as(last.said()).isZero();
            }
        }
        assertThat(files()).anyMatch(CompactedWhileArchivingTest::isMerged);
        assertEachOnce();
    }

    @Test
    @Tag("long")
    void theJobBeginsNoFileWhileFoldersAreExchanged() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TransactionalPublisher perf = new TransactionalPublisher(cluster, new Team("perf"), ledger::add)) {
            perf.publish(drawn, "lane-1", 0, 10);
            ArchiveLock.Held exchanging = ArchiveLock.ofExchange(out()).alone();
            try (ArchiveProcess archive = start(cluster, "--checkpoint-interval", "300ms")) {
                try (exchanging) {
                    LockQueue.awaitWaiter(out().resolve("_exchange.lock"), archive.pid());
                    assertThat(Files.exists(out().resolve("requests"))).isFalse();
                    assertThat(Files.exists(out().resolve("tokens"))).isFalse();
                }
                archive.awaitFiles(out(), 2);
            }
        }
    }

    /** No checkpoint is due before the job is stopped: what it began is renamed then. */
    @Test
    @Tag("long")
    void theJobRenamesNoFileWhileFoldersAreExchanged() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TransactionalPublisher perf = new TransactionalPublisher(cluster, new Team("perf"), ledger::add)) {
            perf.publish(drawn, "lane-1", 0, 10);
            try (ArchiveProcess archive = start(cluster, "--checkpoint-interval", "60m")) {
                archive.awaitSaid("read 10 requests, 30 tokens");
                ArchiveLock.Held exchanging = ArchiveLock.ofExchange(out()).alone();
                try (exchanging) {
                    archive.askToStop();
                    LockQueue.awaitWaiter(out().resolve("_exchange.lock"), archive.pid());
                    assertThat(ArchiveProcess.counting(out())).isZero();
                }
                archive.awaitEnd();
                assertThat(archive.said()).contains("stopped: archived 10 requests, 30 tokens");
            }
        }
        assertEachOnce();
    }

    /** In small transactions of both days. */
    private void publishUntil(AtomicBoolean over, TransactionalPublisher perf) {
        for (int round = 0; round < ROUNDS && !over.get(); round++) {
            perf.publish(drawn, "lane-" + round, 597, 6);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private void awaitCompacted(ArchiveProcess archive, int requests) throws Exception {
        for (int i = 0; i < 3_000; i++) {
            // Files are listed first: to read them all takes processor time that the archive needs.
            if (isCompacted() && rows("requests") == requests && rows("tokens") == 3L * requests) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new AssertionError("not compacted within 300 s: " + ArchiveProcess.counting(out()) + " files, "
                + rows("requests") + " requests; " + archive.said());
    }

    /** A reader may list a folder that is exchanged before it opens its files: it reads again. */
    private long rows(String dataset) throws Exception {
        if (ArchiveProcess.counting(out().resolve(dataset)) == 0) {
            return 0;
        }
        try (ArchiveReader reader = new ArchiveReader(out())) {
            return reader.all(dataset).size();
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains("No such file");
            return -1;
        }
    }

    /** A folder of one file is as compact as it can be. */
    private boolean isCompacted() throws IOException {
        List<Path> files = files();
        return files.stream().anyMatch(CompactedWhileArchivingTest::isMerged)
                && files.size()
                        == files.stream().map(Path::getParent).distinct().count();
    }

    private static boolean isMerged(Path file) {
        return file.getFileName().toString().startsWith("merged-");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(out())) {
            return files.filter(file -> file.getFileName().toString().matches("[^.].*\\.parquet"))
                    .filter(file -> !file.toString().contains("_compaction"))
                    .toList();
        } catch (UncheckedIOException e) {
            return List.of(); // The job renames files while they are listed.
        }
    }

    private void assertEachOnce() throws Exception {
        try (ArchiveReader archive = new ArchiveReader(out())) {
            ArchiveComparison.assertSame(archive.all("requests"), ledger.of("RequestEvent"), "RequestEvent");
            ArchiveComparison.assertSame(archive.all("tokens"), ledger.of("TokenBatch"), "TokenBatch");
        }
    }

    private Process compact() throws IOException {
        return ArchiveProcess.compact(out(), folder.resolve("compact.log"));
    }

    private String compactSaid() throws IOException {
        return Files.readString(folder.resolve("compact.log"));
    }

    private Path out() {
        return folder.resolve("archive");
    }

    private ArchiveProcess start(LocalCluster cluster, String... more) throws IOException {
        return ArchiveProcess.start(cluster, out(), folder.resolve("archive.log"), more);
    }
}
