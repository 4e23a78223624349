package io.tidemark.archive;

import io.tidemark.archive.compaction.Compaction;
import io.tidemark.archive.compaction.CompactionResult;
import io.tidemark.archive.job.ArchiveException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark serve archive compact}: small files of days that are over into few. */
@Command(
        name = "tidemark serve archive compact",
        mixinStandardHelpOptions = true,
        description = {
            "Merge the small files of days that are over, as `serve archive --local` does by itself each hour. Readers see a",
            "folder's old files or its new ones, never both, also when the process is killed. A local archive may be running on",
            "the folder; one on a Flink cluster must be stopped."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:compacted, or nothing to compact",
            "2:bad options",
            "5:the archive cannot be read or written",
            "70:a bug of ours"
        },
        footerHeading = "%nExample:%n",
        footer = "  tidemark serve archive compact --out archive")
final class CompactCommand implements Callable<Integer> {
    static final String NAME = "compact";

    private static final String TARGET_MIB = "128";
    private static final long BYTES_PER_MEBIBYTE = 1 << 20;

    private final InstantSource time;
    private final Consumer<String> say;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Folder of the archive, on this machine.")
    private @Nullable String out;

    @Option(
            names = "--target-mib",
            defaultValue = TARGET_MIB,
            paramLabel = "MIB",
            description = "Size of file to aim at, in MiB; larger files stay as they are. Default: ${DEFAULT-VALUE}.")
    private int targetMib;

    @Option(
            names = "--before",
            paramLabel = "DATE",
            description = "Only days before this one, such as 2026-11-21, in UTC. Default: today.")
    private @Nullable LocalDate before;

    CompactCommand(InstantSource time, Consumer<String> say) {
        this.time = time;
        this.say = say;
    }

    @Override
    public Integer call() {
        CompactionResult merged = new Compaction(settings(), say).run();
        say.accept(merged.filesBefore() == 0 ? "nothing to compact" : "compacted " + merged.description());
        return 0;
    }

    private Compaction.Settings settings() {
        if (targetMib < 1) {
            throw new UsageException("--target-mib must be >= 1 but was " + targetMib);
        }
        LocalDate day = before == null ? LocalDate.ofInstant(time.instant(), ZoneOffset.UTC) : before;
        return new Compaction.Settings(folder(), targetMib * BYTES_PER_MEBIBYTE, day, Instant.MAX);
    }

    /**
     * What an archive compacts by itself: folders of days that are over to which nothing was added for that long.
     *
     * @param out on this machine
     */
    static Compaction.Settings beside(URI out, Instant now, Duration unchangedFor) {
        return new Compaction.Settings(
                Path.of(out),
                Integer.parseInt(TARGET_MIB) * BYTES_PER_MEBIBYTE,
                LocalDate.ofInstant(now, ZoneOffset.UTC),
                now.minus(unchangedFor));
    }

    private Path folder() {
        URI folder = LocationOptions.uri("--out", String.valueOf(out));
        if (!"file".equals(folder.getScheme())) {
            throw new UsageException("--out must be a folder of this machine but was \"" + folder
                    + "\": object stores cannot replace a folder's files at once");
        }
        if (!Files.isDirectory(Path.of(folder))) {
            throw new ArchiveException("--out " + Path.of(folder) + " is no folder of this machine");
        }
        return Path.of(folder);
    }
}
