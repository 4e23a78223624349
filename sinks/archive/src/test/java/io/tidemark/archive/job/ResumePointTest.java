package io.tidemark.archive.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResumePointTest {
    @TempDir
    private Path folder;

    private Path out;
    private Path checkpoints;
    private ArchiveOptions.Location place;

    @BeforeEach
    void name() {
        out = folder.resolve("archive");
        checkpoints = out.resolve("_checkpoints");
        place = new ArchiveOptions.Location(uri(out), uri(checkpoints));
    }

    @Test
    void anArchiveWithoutAnythingBegins() {
        assertThat(ResumePoint.of(place)).isEmpty();
    }

    @Test
    void theGreatestNumberIsTheNewestWhateverTheClockSaid() throws Exception {
        complete(checkpoints.resolve("0a/chk-9"), 9, Instant.parse("2026-11-22T10:00:00Z"));
        complete(checkpoints.resolve("0b/chk-11"), 11, Instant.parse("2026-11-22T09:00:00Z"));
        complete(checkpoints.resolve("savepoint-0a-1"), 10, Instant.parse("2026-11-22T11:00:00Z"));

        assertThat(ResumePoint.of(place)).contains("file:" + checkpoints.resolve("0b/chk-11"));
    }

    @Test
    void theCheckpointOfAStopIsOneToGoOnFrom() throws Exception {
        complete(checkpoints.resolve("0a/chk-9"), 9, Instant.EPOCH);
        complete(checkpoints.resolve("savepoint-0a-1"), 10, Instant.EPOCH);

        assertThat(ResumePoint.of(place)).contains("file:" + checkpoints.resolve("savepoint-0a-1"));
    }

    @Test
    void aCheckpointThatTheKillInterruptedIsNone() throws Exception {
        complete(checkpoints.resolve("0a/chk-9"), 9, Instant.EPOCH);
        Files.createDirectories(checkpoints.resolve("0a/chk-10"));
        Files.writeString(checkpoints.resolve("0a/chk-10/._metadata.inprogress.1"), "half");

        assertThat(ResumePoint.of(place)).contains("file:" + checkpoints.resolve("0a/chk-9"));
    }

    @Test
    void aNewestCheckpointThatCannotBeReadIsNotPassedOver() throws Exception {
        complete(checkpoints.resolve("0a/chk-9"), 9, Instant.EPOCH);
        Files.createDirectories(checkpoints.resolve("0a/chk-10"));
        Files.writeString(checkpoints.resolve("0a/chk-10/_metadata"), "damaged");

        assertThatThrownBy(() -> ResumePoint.of(place))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("chk-10/_metadata cannot be read")
                .hasMessageContaining("write again");
    }

    @Test
    void anArchiveWhoseCheckpointsAreGoneIsNotWrittenASecondTime() throws Exception {
        Path rows = out.resolve("requests/team=perf/date=2026-11-22/run=01ARZ3NDEKTSV4RRFFQ69G5FAV");
        Files.createDirectories(rows);
        Files.writeString(rows.resolve("part-1-0.parquet"), "rows");

        assertThatThrownBy(() -> ResumePoint.of(place))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("part-1-0.parquet")
                .hasMessageContaining("holds no checkpoint of it");
    }

    @Test
    void filesThatDidNotCountYetAreNoArchive() throws Exception {
        Path rows = out.resolve("requests/team=perf/date=2026-11-22");
        Files.createDirectories(rows);
        Files.writeString(rows.resolve(".part-1-0.parquet.inprogress.1"), "half");

        assertThat(ResumePoint.of(place)).isEmpty();
    }

    private static void complete(Path checkpoint, long number, Instant written) throws IOException {
        Files.createDirectories(checkpoint);
        Path metadata = checkpoint.resolve("_metadata");
        try (DataOutputStream file = new DataOutputStream(Files.newOutputStream(metadata))) {
            Checkpoints.storeCheckpointMetadata(new CheckpointMetadata(number, List.of(), List.of()), file);
        }
        Files.setLastModifiedTime(metadata, FileTime.from(written));
    }

    private static URI uri(Path path) {
        return ResumePoint.folder(path.toUri());
    }
}
