package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.Team;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job's jar on a session cluster of Flink, by Flink's own client: a task manager killed, the job stopped and submitted again, and each event once. */
@Tag("long")
final class FlinkClusterTest {
    private static final Path JAR = Path.of("target", "tidemark-archive-job.jar");

    @TempDir
    private Path folder;

    @Test
    void theJarRunsOnAClusterAndGoesOnWhereItWasStopped() throws Exception {
        assumeThat(Files.exists(JAR))
                .as(JAR + " (mvn -Djob -DskipTests -pl sinks/archive -am package)")
                .isTrue();
        Path out = folder.resolve("archive");
        Ledger ledger = new Ledger();
        RandomEvents drawn = new RandomEvents(9);
        try (LocalCluster kafka = LocalCluster.start(folder.resolve("kafka"));
                TransactionalPublisher perf = new TransactionalPublisher(kafka, new Team("perf"), ledger::add);
                FlinkProcesses flink = FlinkProcesses.start(folder.resolve("flink"))) {
            Process first = flink.startTaskManager();
            perf.publish(drawn, "a", 0, 500);
            submit(flink, kafka, out);
            awaitFiles(out, 1, flink);
            perf.publish(drawn, "a", 500, 500);
            first.destroyForcibly().waitFor();
            perf.publish(drawn, "a", 1_000, 500);
            flink.startTaskManager();
            awaitRows(out, 1_500, flink);
            String job = job(flink.flink("list"));
            flink.flink(
                    "stop",
                    "--savepointPath",
                    out.resolve("_checkpoints").toUri().toString(),
                    job);

            perf.publish(drawn, "a", 1_500, 500);
            submit(flink, kafka, out);
            awaitRows(out, 2_000, flink);
        }
        try (ArchiveReader archive = new ArchiveReader(out)) {
            ArchiveComparison.assertSame(archive.all("requests"), ledger.of("RequestEvent"), "RequestEvent");
            ArchiveComparison.assertSame(archive.all("tokens"), ledger.of("TokenBatch"), "TokenBatch");
        }
    }

    private static void submit(FlinkProcesses flink, LocalCluster kafka, Path out) throws Exception {
        flink.flink(
                "run",
                "-d",
                JAR.toAbsolutePath().toString(),
                "--out",
                out.toUri().toString(),
                "--kafka",
                kafka.bootstrapServers(),
                "--registry",
                kafka.registryUrl(),
                "--team",
                "perf",
                "--parallelism",
                "2",
                "--checkpoint-interval",
                "1s");
    }

    private static String job(String listed) {
        Matcher running = Pattern.compile("([0-9a-f]{32}) : tidemark archive").matcher(listed);
        assertThat(running.find()).as(listed).isTrue();
        return running.group(1);
    }

    private static void awaitFiles(Path out, int files, FlinkProcesses flink) throws Exception {
        for (int i = 0; ArchiveProcess.counting(out) < files; i++) {
            pause(i, flink);
        }
    }

    private static void awaitRows(Path out, int requests, FlinkProcesses flink) throws Exception {
        for (int i = 0; rows(out) < requests; i++) {
            pause(i, flink);
        }
        TimeUnit.SECONDS.sleep(2); // One more would be there after the next checkpoint.
    }

    private static void pause(int waits, FlinkProcesses flink) throws Exception {
        if (waits > 300) {
            throw new AssertionError(flink.said("jobmanager") + flink.said("taskmanager"));
        }
        TimeUnit.MILLISECONDS.sleep(400);
    }

    /** None while a folder is not there yet: DuckDB refuses a pattern that no file matches. */
    private static int rows(Path out) throws Exception {
        try (ArchiveReader archive = new ArchiveReader(out)) {
            return Math.min(
                    archive.all("requests").size(), archive.all("tokens").size() / 3);
        } catch (SQLException e) {
            return 0;
        }
    }
}
