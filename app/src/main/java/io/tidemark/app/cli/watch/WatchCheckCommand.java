package io.tidemark.app.cli.watch;

import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.watch.BaselineSpread;
import io.tidemark.app.watch.Blackouts;
import io.tidemark.app.watch.WatchFile;
import io.tidemark.app.watch.WatchFileReader;
import io.tidemark.app.watch.WatchedPlan;
import io.tidemark.reports.compare.BaselineSelector;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.address.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        description = "Read a file of watched plans and their plans; say what would run when.",
        footer = "  tidemark watch check watch.yaml")
final class WatchCheckCommand implements Runnable {
    private final CommandContext context;

    @Parameters(arity = "1", paramLabel = "FILE", description = "Watched plans (YAML).")
    private Path file = Path.of("");

    @Mixin
    private final StoreOptions store = new StoreOptions();

    WatchCheckCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        WatchFile watched = WatchFileReader.read(file);
        Instant now = context.wallClock().instant();
        watched.plans().forEach(plan -> print(plan, now));
        baselines(watched).forEach(context.terminal()::warn);
        watched.blackouts()
                .next(now)
                .ifPresent(window -> context.terminal().printLine("next blackout: " + description(window)));
    }

    /** Reports baselines that are missing, or cannot detect a worse run; nothing where there is no store yet. */
    private List<String> baselines(WatchFile watched) {
        StoreAddress place = store.orHome(context);
        boolean isMissing = place instanceof StoreAddress.InFile there && !Files.isRegularFile(there.file());
        Set<String> names = watched.plans().stream()
                .flatMap(plan -> plan.baseline().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (isMissing || names.isEmpty()) {
            return List.of();
        }
        SideFilter ofTeam = new SideFilter(Optional.of(watched.team()), Optional.empty(), Integer.MAX_VALUE);
        return store.open(context)
                .inSnapshot(snapshot -> names.stream()
                        .flatMap(
                                name -> problem(new SideSelector(snapshot, ofTeam), name)
                                        .map(why -> "baseline " + name + ": " + why)
                                        .stream())
                        .toList());
    }

    private static Optional<String> problem(SideSelector sides, String baseline) {
        try {
            return BaselineSpread.blindness(sides.side(BaselineSelector.MARK + baseline));
        } catch (OperationException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
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

    private static String description(Blackouts.Window window) {
        return ValueFormat.stamp(window.from()) + " to " + ValueFormat.stamp(window.until())
                + (window.reason().isEmpty() ? "" : ", " + window.reason());
    }
}
