package io.tidemark.archive;

import io.tidemark.archive.compaction.Compaction;
import io.tidemark.archive.compaction.CompactionResult;
import io.tidemark.archive.job.ArchiveOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark serve archive compact}: small files of days that are over into few. */
@Command(
        name = "tidemark serve archive compact",
        mixinStandardHelpOptions = true,
        description = {
            "Merge the small files of days that are over. Readers see a folder's old files or its new ones, never both, also",
            "when the process is killed. No archive may be running on the folder."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:compacted, or nothing to compact",
            "2:bad options",
            "5:the archive is in use, or cannot be read or written",
            "70:a bug of ours"
        },
        footerHeading = "%nExample:%n",
        footer = "  tidemark serve archive compact --out archive")
final class CompactCommand implements Callable<Integer> {
    static final String NAME = "compact";

    private static final long BYTES_PER_MEBIBYTE = 1 << 20;

    private final InstantSource time;
    private final Consumer<String> say;

    @Mixin
    private final LocationOptions place = new LocationOptions();

    @Option(
            names = "--target-mib",
            defaultValue = "128",
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
        say.accept(merged.filesBefore() == 0 ? "nothing to compact" : "compacted " + merged.words());
        return 0;
    }

    private Compaction.Settings settings() {
        ArchiveOptions.Location places = place.location();
        if (targetMib < 1) {
            throw new UsageException("--target-mib must be >= 1 but was " + targetMib);
        }
        LocalDate day = before == null ? LocalDate.ofInstant(time.instant(), ZoneOffset.UTC) : before;
        return new Compaction.Settings(
                local("--out", places.out()),
                local("--checkpoints", places.checkpoints()),
                targetMib * BYTES_PER_MEBIBYTE,
                day);
    }

    private static Path local(String option, URI folder) {
        if (!"file".equals(folder.getScheme())) {
            throw new UsageException(option + " must be a folder of this machine but was \"" + folder
                    + "\": object stores cannot replace a folder's files at once");
        }
        return Path.of(folder);
    }
}
