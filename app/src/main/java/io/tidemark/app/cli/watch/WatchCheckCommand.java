package io.tidemark.app.cli.watch;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.watch.Blackouts;
import io.tidemark.app.watch.WatchFile;
import io.tidemark.app.watch.WatchFileReader;
import io.tidemark.app.watch.WatchedPlan;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.ValueText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark watch check}: reads a file of watched plans, and the plans, and starts nothing. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Read a file of watched plans and their plans; say what would run when.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark watch check watch.yaml")
final class WatchCheckCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(arity = "1", paramLabel = "FILE", description = "Watched plans (YAML).")
    private Path file = Path.of("");

    WatchCheckCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        WatchFile watched = WatchFileReader.read(file);
        Instant now = context.wallClock().instant();
        watched.plans().forEach(plan -> print(plan, now));
        watched.blackouts()
                .next(now)
                .ifPresent(window -> context.terminal().printLine("next blackout: " + words(window)));
        return ExitCode.OK.code();
    }

    private void print(WatchedPlan plan, Instant now) {
        context.terminal()
                .printFormatted(
                        "%s: %s, phase %s, loads %s for about %s, %s; next %s%s",
                        plan.name(),
                        plan.file().getFileName(),
                        plan.phase(),
                        plan.target(),
                        ValueText.duration(plan.length()),
                        plan.schedule().format(),
                        plan.schedule().nextDue(now).map(ValueFormat::stamp).orElse("never"),
                        plan.baseline()
                                .map(name -> "; compared with baseline " + name
                                        + plan.confirmation()
                                                .map(confirm -> ", confirmed by " + confirm.runs() + " runs"
                                                        + (confirm.freshServer() ? " on fresh servers" : ""))
                                                .orElse(", not confirmed"))
                                .orElse(""));
    }

    private static String words(Blackouts.Window window) {
        return ValueFormat.stamp(window.from()) + " to " + ValueFormat.stamp(window.until())
                + (window.why().isEmpty() ? "" : ", " + window.why());
    }
}
