package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.Team;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand requests and their tokens, of which none comes while the archive runs. */
@Tag("integration")
final class StoppedArchiveTest {
    private static final int REQUESTS = 1_000;
    private static final int SIGTERM = 143;

    @TempDir
    private Path folder;

    @Test
    void anArchiveThatIsStoppedSaysWhatItWroteAndTheNextStartGoesOnFromThere() throws Exception {
        Path out = folder.resolve("archive");
        Ledger ledger = new Ledger();
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TransactionalPublisher perf = new TransactionalPublisher(cluster, new Team("perf"), ledger::add)) {
            perf.publish(new RandomEvents(1), "lane-1", 0, REQUESTS);
            try (ArchiveProcess archive = start(cluster, out, "stopped.log", "--checkpoint-interval", "500ms")) {
                archive.awaitFiles(out, 1);
                assertThat(archive.stop()).as(archive.said()).isEqualTo(SIGTERM);
                assertThat(archive.said())
                        .contains("stopped: archived " + written(out) + " since its start; the next start goes on from")
                        .doesNotContain("tidemark archive:");
            }
            try (ArchiveProcess last = start(cluster, out, "last.log", "--until-caught-up")) {
                assertThat(last.awaitEnd()).as(last.said()).isZero();
                assertThat(last.said()).contains("going on from").contains("caught up: ");
            }
        }
        try (ArchiveReader archive = new ArchiveReader(out)) {
            ArchiveComparison.assertSame(archive.all("requests"), ledger.of("RequestEvent"), "RequestEvent");
            ArchiveComparison.assertSame(archive.all("tokens"), ledger.of("TokenBatch"), "TokenBatch");
        }
    }

    /** What is in files that count. */
    private static String written(Path out) throws Exception {
        try (ArchiveReader archive = new ArchiveReader(out)) {
            return "%,d requests, %,d tokens, 0 rejected"
                    .formatted(rows(archive, out, "requests"), rows(archive, out, "tokens"));
        }
    }

    private static int rows(ArchiveReader archive, Path out, String dataset) throws Exception {
        return ArchiveProcess.counting(out.resolve(dataset)) == 0
                ? 0
                : archive.all(dataset).size();
    }

    private ArchiveProcess start(LocalCluster cluster, Path out, String log, String... more) throws Exception {
        return ArchiveProcess.start(cluster, out, folder.resolve(log), more);
    }
}
