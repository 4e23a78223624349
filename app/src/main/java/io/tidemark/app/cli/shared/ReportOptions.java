package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.progress.ProgressOutput;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.reports.output.FileErrorFormat;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where reports go and how much is reported. */
public final class ReportOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for report.html, report.md and charts. Default: <home>/runs/<run> of named"
                    + " runs, else <home>/reports/<experiment>.")
    private @Nullable Path out;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(names = "--quiet", description = "Only the verdict, in one line.")
    private boolean quiet;

    @Option(
            names = "--verbose",
            description = "Print all details, during and after a run. Default: at most 25 lines after it.")
    private boolean verbose;

    @Option(names = "--json", description = "The verdict as one JSON object, for machines.")
    private boolean json;

    @Option(
            names = "--smoke",
            description = "Begin with the verdict of a smoke test and typical values. Default: for runs of at most 100"
                    + " requests a step without an SLO.")
    private boolean smoke;

    boolean smoke() {
        return smoke;
    }

    public Optional<Path> out() {
        return Optional.ofNullable(out);
    }

    /**
     * Tries whether reports can be written, before a run of hours is made for one.
     *
     * @throws UnavailableException naming the folder, if not
     */
    public void requireWritable(CommandContext context) {
        Path folder = out().orElseGet(() -> context.home().resolve("runs"));
        try {
            PrivateFiles.createDirectories(context.home());
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, ".writable", null));
        } catch (IOException e) {
            throw new UnavailableException(
                    (out().isPresent() ? "--out " : "") + folder + " cannot be written: " + FileErrorFormat.format(e),
                    e);
        }
    }

    public StoreOptions store() {
        return store;
    }

    public boolean quiet() {
        return quiet || json;
    }

    /** Whether the terminal shows one line: the verdict. */
    boolean isVerdictOnly() {
        return quiet && !verbose;
    }

    /** Whether the terminal shows all of a verdict. */
    public boolean verbose() {
        return verbose;
    }

    /** How runs go, with details if they are asked for. */
    public ProgressOutput progress(Terminal terminal) {
        return new ProgressOutput(terminal, verbose);
    }

    public boolean json() {
        return json;
    }
}
