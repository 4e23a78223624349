package io.tidemark.archive.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.archive.ArchiveProcess;
import io.tidemark.archive.ArchiveReader;
import io.tidemark.archive.LockQueue;
import io.tidemark.archive.RandomEvents;
import io.tidemark.archive.format.Dataset;
import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveLock;
import io.tidemark.archive.job.ParquetWriterBuilder;
import io.tidemark.archive.job.SampleArchive;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Requests and tokens from ten minutes before midnight on, in many files: after compaction the same rows in few, whenever it is killed. */
final class CompactionTest {
    private static final int REQUESTS_A_FILE = 60;
    private static final long LARGE = 128L << 20;
    private static final LocalDate AFTER_ALL = LocalDate.of(2026, 11, 22);

    @TempDir
    private Path folder;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void theSmallFilesOfADayBecomeOneWithTheSameRows() throws Exception {
        draw(0, 12);
        List<List<Map<String, String>>> before = rows();

        CompactionResult merged = compaction(LARGE, AFTER_ALL).run();

        assertThat(rows()).isEqualTo(before);
        assertThat(folders())
                .hasSize(4)
                .allSatisfy(one -> assertThat(files(one)).hasSize(1));
        assertThat(merged.filesBefore()).isEqualTo(10 + 2 + 12 + 12);
        assertThat(merged.filesAfter()).isEqualTo(4);
        assertThat(merged.rows()).isEqualTo(12 * REQUESTS_A_FILE * 2 + 12);
        assertThat(out().resolve("_compaction")).doesNotExist();
    }

    @Test
    void whatIsCompactedIsLeftAsItIs() throws Exception {
        draw(0, 12);
        compaction(LARGE, AFTER_ALL).run();
        Set<Path> first = Set.copyOf(files(out()));

        assertThat(compaction(LARGE, AFTER_ALL).run()).isEqualTo(CompactionResult.NOTHING);
        assertThat(files(out())).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void filesThatComeLaterAreMergedWithWhatIsSmallYet() throws Exception {
        draw(0, 3);
        compaction(LARGE, AFTER_ALL).run();
        draw(3, 5);
        List<List<Map<String, String>>> before = rows();

        compaction(LARGE, AFTER_ALL).run();

        assertThat(rows()).isEqualTo(before);
        assertThat(folders()).allSatisfy(one -> assertThat(files(one)).hasSize(1));
    }

    @Test
    void aFileIsClosedAtItsTargetSize() throws Exception {
        draw(0, 10);
        List<List<Map<String, String>>> before = rows();
        Path requests = folders().get(0);
        long three = 3 * Files.size(files(requests).get(0));

        compaction(three, AFTER_ALL).run();

        assertThat(rows()).isEqualTo(before);
        assertThat(files(requests)).hasSizeBetween(2, 5);
        assertThat(compaction(three, AFTER_ALL).run()).isEqualTo(CompactionResult.NOTHING);
    }

    @Test
    void daysThatAreNotOverAreLeftAsTheyAre() throws Exception {
        draw(0, 12);
        List<Path> before = files(out());

        assertThat(compaction(LARGE, LocalDate.of(1970, 1, 1)).run()).isEqualTo(CompactionResult.NOTHING);
        assertThat(files(out())).isEqualTo(before);

        compaction(LARGE, LocalDate.of(2026, 11, 21)).run();

        assertThat(folders())
                .allSatisfy(one -> assertThat(files(one)).hasSize(one.toString().contains("date=2026-11-21") ? 2 : 1));
    }

    @Test
    void aFileThatDoesNotCountYetStaysInItsFolder() throws Exception {
        draw(0, 3);
        Path hidden = folders().get(0).resolve(".part-7.parquet.inprogress.1");
        Files.writeString(hidden, "begun");

        compaction(LARGE, AFTER_ALL).run();

        assertThat(hidden).hasContent("begun");
    }

    @Test
    void filesOfTwoSchemasAreNotMerged() throws Exception {
        draw(0, 2);
        Path requests = folders().get(0);
        Schema other =
                SchemaBuilder.record("Other").fields().requiredLong("laneSeq").endRecord();
        for (int n = 0; n < 2; n++) {
            GenericRecord row = new GenericData.Record(other);
            row.put("laneSeq", 7_000_000L + n);
            try (ParquetWriter<GenericRecord> writer = new ParquetWriterBuilder(other)
                    .createWriter(new LocalOutputFile(requests.resolve("other-" + n + ".parquet")))) {
                writer.write(row);
            }
        }
        List<List<Map<String, String>>> before = rows();

        compaction(LARGE, AFTER_ALL).run();

        assertThat(rows()).isEqualTo(before);
        assertThat(files(requests)).hasSize(2);
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndKeepsNoOtherFolderAsItIs() throws Exception {
        draw(0, 2);
        Path broken = folders().get(0).resolve("part-9.parquet");
        Files.writeString(broken, "PAR1 no parquet");

        assertThatThrownBy(() -> compaction(LARGE, AFTER_ALL).run())
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("part-9.parquet");
        assertThat(broken).exists();
        assertThat(files(folders().get(0))).hasSize(3);
        assertThat(folders().subList(1, folders().size()))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(files(one)).hasSize(1));
        assertThat(beside()).doesNotExist();
    }

    @Test
    void aFolderThatAJobWroteToLatelyIsLeftForALaterRound() throws Exception {
        draw(0, 3);
        Path written = folders().get(0);
        Instant added = Instant.parse("2026-11-23T10:00:00Z");
        for (Path one : folders()) {
            Files.setLastModifiedTime(one, FileTime.from(one.equals(written) ? added : added.minusSeconds(1)));
        }

        round(added);

        assertThat(folders()).allSatisfy(one -> assertThat(files(one)).hasSize(one.equals(written) ? 3 : 1));

        round(added.plusNanos(1));

        assertThat(files(written)).hasSize(1);
    }

    @Test
    void whatAJobAddsWhileFilesAreMergedIsInTheNewFolder() throws Exception {
        draw(0, 3);
        FolderCompaction one = one();
        List<List<SmallFile>> groups = one.groups();
        one.build(groups);
        draw(3, 4);
        Path begun = Files.writeString(folders().get(0).resolve(".part-8.parquet.inprogress.2"), "begun");
        List<List<Map<String, String>>> before = rows();

        one.replace(FolderExchange.of(out()), groups);
        one.deleteOld();

        assertThat(rows()).isEqualTo(before);
        assertThat(files(folders().get(0))).hasSize(2);
        assertThat(begun).hasContent("begun");
    }

    /** A file is begun in the folder while a job holds the lock, so it is in the folder that stands there afterwards. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void foldersAreExchangedOnlyWhileNoJobBeginsOrRenamesAFile() throws Exception {
        draw(0, 3);
        FolderCompaction one = one();
        List<List<SmallFile>> groups = one.groups();
        one.build(groups);
        Path begun = folders().get(0).resolve(".part-8.parquet.inprogress.2");
        ExecutorService compacting = Executors.newSingleThreadExecutor();
        try {
            ArchiveLock.Held beginning = ArchiveLock.ofExchange(out()).shared();
            Future<?> replaced;
            try (beginning) {
                replaced = compacting.submit(() -> {
                    one.replace(FolderExchange.of(out()), groups);
                    return null;
                });
                LockQueue.awaitWaiter(
                        out().resolve("_exchange.lock"), ProcessHandle.current().pid());
                assertThat(files(folders().get(0))).hasSize(3);
                Files.writeString(begun, "begun");
            }
            replaced.get();
        } finally {
            compacting.shutdownNow();
        }
        assertThat(files(folders().get(0))).hasSize(1);
        assertThat(begun).hasContent("begun");
    }

    @Test
    void aFolderWhoseFilesAreDeletedMeanwhileIsLeftAsItIs() throws Exception {
        draw(0, 3);
        FolderCompaction one = one();
        List<List<SmallFile>> groups = one.groups();
        one.build(groups);
        Files.delete(files(folders().get(0)).get(0));

        assertThatThrownBy(() -> one.replace(FolderExchange.of(out()), groups))
                .hasMessageContaining("were deleted while they were being merged");
        assertThat(files(folders().get(0))).hasSize(2);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void oneOfTwoCompactorsWaitsForTheOther() throws Exception {
        draw(0, 12);
        List<List<Map<String, String>>> before = rows();
        List<String> said = new CopyOnWriteArrayList<>();
        ExecutorService second = Executors.newSingleThreadExecutor();
        try {
            ArchiveLock.Held first = ArchiveLock.ofCompaction(out()).alone();
            Future<CompactionResult> waiting;
            try (first) {
                waiting = second.submit(() -> new Compaction(settings(LARGE, AFTER_ALL, Instant.MAX), said::add).run());
                LockQueue.awaitWaiter(
                        out().resolve("_compaction.lock"),
                        ProcessHandle.current().pid());
                assertThat(said).containsExactly("waiting: another process compacts " + out());
                assertThat(files(folders().get(0))).hasSizeGreaterThan(1);
            }
            assertThat(waiting.get().filesAfter()).isEqualTo(4);
        } finally {
            second.shutdownNow();
        }
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void twoCompactorsAtOnceLoseAndDoubleNothing() throws Exception {
        draw(0, 40);
        List<List<Map<String, String>>> before = rows();
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            Callable<CompactionResult> compaction =
                    () -> compaction(LARGE, AFTER_ALL).run();
            for (Future<CompactionResult> one : both.invokeAll(List.of(compaction, compaction))) {
                one.get();
            }
        } finally {
            both.shutdownNow();
        }
        assertThat(rows()).isEqualTo(before);
        assertThat(folders()).allSatisfy(one -> assertThat(files(one)).hasSize(1));
    }

    /** What a kill leaves at each point is what stands on the disk there. */
    @Test
    void killedAtAnyPointEachRowIsReadOnceAndTheNextStartEndsIt() throws Exception {
        draw(0, 6);
        List<List<Map<String, String>>> before = rows();
        FolderCompaction killed = one();
        List<List<SmallFile>> groups = killed.groups();

        Files.createDirectories(beside());
        Files.writeString(beside().resolve("merged-1.parquet"), "PAR1 half");
        assertThat(rows()).as("while it writes").isEqualTo(before);
        FolderCompaction.delete(beside());

        killed.build(groups);
        assertThat(rows()).as("before the exchange").isEqualTo(before);
        assertThat(files(folders().get(0))).hasSize(6);

        killed.replace(FolderExchange.of(out()), groups);
        assertThat(rows()).as("after the exchange").isEqualTo(before);
        assertThat(files(folders().get(0))).hasSize(1);
        assertThat(files(beside())).hasSize(6);

        Files.delete(files(beside()).get(0));
        assertThat(rows()).as("while it deletes").isEqualTo(before);

        compaction(LARGE, AFTER_ALL).run();
        assertThat(rows()).isEqualTo(before);
        assertThat(beside()).doesNotExist();
        assertThat(folders()).allSatisfy(one -> assertThat(files(one)).hasSize(1));
    }

    @Test
    void aKilledBuildIsBegunAnew() throws Exception {
        draw(0, 6);
        List<List<Map<String, String>>> before = rows();
        FolderCompaction killed = one();
        killed.build(killed.groups());

        compaction(LARGE, AFTER_ALL).run();

        assertThat(rows()).isEqualTo(before);
        assertThat(beside()).doesNotExist();
    }

    /** Its process is killed at drawn times while a reader counts the rows again and again. */
    @Test
    @Tag("long")
    void readersCountEachRowOnceThoughTheProcessIsKilled() throws Exception {
        draw(0, 120);
        List<List<Map<String, String>>> before = rows();
        SplittableRandom random = new SplittableRandom(15);
        int counts = 0;
        for (int kill = 0; kill < 6; kill++) {
            Process compacting = process();
            long last = TimeUnit.MILLISECONDS.toNanos(random.nextLong(600, 2_500)) + System.nanoTime();
            while (System.nanoTime() < last) {
                counts += countsAre(before) ? 1 : 0;
            }
            compacting.destroyForcibly().onExit().join();
        }
        Process ended = process();
        assertThat(ended.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(ended.exitValue()).isZero();
        assertThat(counts).isPositive();
        assertThat(rows()).isEqualTo(before);
        assertThat(folders()).allSatisfy(one -> assertThat(files(one)).hasSize(1));
    }

    private Process process() throws Exception {
        return ArchiveProcess.compact(out(), folder.resolve("compact.log"), "--before", AFTER_ALL.toString());
    }

    /** Whether the files that a reader listed were all there when it opened them; if they were, it read each row once. */
    private boolean countsAre(List<List<Map<String, String>>> expected) {
        try (ArchiveReader reader = new ArchiveReader(out())) {
            assertThat(reader.query("SELECT count(*) AS n FROM '" + out() + "/requests/**/*.parquet'"))
                    .isEqualTo(
                            List.of(Map.of("n", String.valueOf(expected.get(0).size()))));
            return true;
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains("No such file");
            return false;
        }
    }

    private void draw(int from, int to) throws Exception {
        for (int file = from; file < to; file++) {
            RandomEvents drawn = new RandomEvents(file);
            try (SampleArchive archive = new SampleArchive(out(), "part-" + file + ".parquet")) {
                for (int n = 0; n < REQUESTS_A_FILE; n++) {
                    long seq = (long) file * REQUESTS_A_FILE + n;
                    archive.event(Dataset.REQUESTS, "perf", drawn.request("a", seq), seq);
                    archive.event(Dataset.TOKENS, "perf", drawn.tokens("a", seq), seq);
                }
                archive.rejected("perf", "tidemark.perf.tokens", "it begins with 0x7b, file " + file);
            }
        }
    }

    private Compaction compaction(long targetBytes, LocalDate before) {
        return new Compaction(settings(targetBytes, before, Instant.MAX), line -> {});
    }

    /** As an archive compacts by itself. */
    private void round(Instant unchangedSince) {
        new Compaction(settings(LARGE, AFTER_ALL, unchangedSince), line -> {}).run();
    }

    private Compaction.Settings settings(long targetBytes, LocalDate before, Instant unchangedSince) {
        return new Compaction.Settings(out(), targetBytes, before, unchangedSince);
    }

    /** Of the first folder of requests. */
    private FolderCompaction one() throws Exception {
        return new FolderCompaction(folders().get(0), beside(), LARGE);
    }

    private Path beside() {
        return out().resolve("_compaction").resolve("folder");
    }

    private Path out() {
        return folder.resolve("archive");
    }

    private List<List<Map<String, String>>> rows() throws Exception {
        List<List<Map<String, String>>> rows = new ArrayList<>();
        try (ArchiveReader reader = new ArchiveReader(out())) {
            for (Dataset dataset : List.of(Dataset.REQUESTS, Dataset.TOKENS, Dataset.REJECTED)) {
                List<Map<String, String>> all = new ArrayList<>(reader.all(dataset.folder()));
                all.sort(Comparator.comparing(Map::toString));
                rows.add(all);
            }
        }
        return rows;
    }

    /** Those of requests first. */
    private List<Path> folders() throws Exception {
        List<Path> folders = new ArrayList<>();
        for (Dataset dataset : List.of(Dataset.REQUESTS, Dataset.TOKENS, Dataset.REJECTED)) {
            files(out().resolve(dataset.folder())).stream()
                    .map(Path::getParent)
                    .distinct()
                    .forEach(folders::add);
        }
        return folders;
    }

    private static List<Path> files(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(FolderCompaction::counts)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
