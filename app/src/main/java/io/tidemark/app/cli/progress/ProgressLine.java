package io.tidemark.app.cli.progress;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.live.SloValue;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.run.FirstRequestResult;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.TargetOutage;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Shows a run's progress: on a terminal a bar for each step, redrawn each second, which stays when the step has ended; else a line when a step begins
 * and one when it has ended. Details are for {@code --verbose}: on a terminal in more rows, else in a line each 10 s, without control characters.
 */
public final class ProgressLine implements RunListener {
    private static final long PLAIN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final String INDENT = " ".repeat(13);

    private final ProgressOutput output;
    private final Terminal terminal;
    private final List<StepPlan> steps;
    private final RunDisplay.Sources sources;
    private final NanoClock clock;
    private final BreachLines breaches = new BreachLines();
    private boolean firstRefused;
    private Optional<RunProgress> last = Optional.empty();
    private int rowsDrawn;
    private long plainNanos;

    public ProgressLine(ProgressOutput output, Plan plan, RunDisplay.Sources sources, NanoClock clock) {
        this.output = output;
        this.terminal = output.terminal();
        this.steps = plan.steps();
        this.sources = sources;
        this.clock = clock;
    }

    @Override
    public void warmUp(RunProgress progress) {
        List<String> shown = new ArrayList<>(running(progress));
        shown.add(ProgressText.begins(progress, steps.get(progress.step())));
        shown.add(ProgressText.endedPlain(progress, sources.slo().values()));
        var unused = rows(shown);
    }

    @Override
    public void progress(RunProgress progress) {
        if (output.verbose()) {
            say(breaches.nextLines(sources.figures().breachesByOpenTime(), clock.nanos()));
        }
        if (terminal.interactive()) {
            redraw(running(progress));
        } else {
            printPlain(progress);
        }
        last = Optional.of(progress);
    }

    private void printPlain(RunProgress progress) {
        boolean newStep = last.filter(known -> known.step() == progress.step()).isEmpty();
        if (newStep) {
            terminal.printLine(ProgressText.begins(progress, steps.get(progress.step())));
        }
        Backlog waiting = sources.backlog().get();
        boolean worthALine = output.verbose() || waiting.isAway();
        if (worthALine && (newStep || clock.nanos() - plainNanos >= PLAIN_EVERY_NANOS)) {
            plainNanos = clock.nanos();
            terminal.printLine(INDENT
                    + (output.verbose() ? ProgressText.generator(progress) + "   " : "")
                    + server(progress, waiting));
        }
    }

    /** What is drawn makes way for lines that stay. */
    private void say(List<String> lines) {
        if (!lines.isEmpty()) {
            clear();
        }
        lines.forEach(terminal::printLine);
    }

    @Override
    public void promptsPrepared(RunPrompts prompts) {
        output.detail("  lengths   " + prompts.tokenLengthSource());
        prompts.remarks().forEach(remark -> terminal.printLine("  remark    " + remark));
    }

    @Override
    public void flagsChecked(FlagCheck flags) {
        flags.mismatches().forEach(mismatch -> terminal.printLine("  MISMATCH  " + mismatch.remark()));
    }

    @Override
    public void targetOutage(TargetOutage silence) {
        clear();
        terminal.warn("  WARNING   " + silence.description());
    }

    /** Printed once: the answer hardly changes. */
    @Override
    public void firstRequestRefused(String answer) {
        if (!firstRefused) {
            firstRefused = true;
            terminal.printLine("  waiting   " + answer + ": it is sent again, for server.ready.timeout at most");
        }
    }

    @Override
    public void firstRequestEnded(FirstRequestResult answer) {
        output.detail("  first     " + ProgressText.first(answer));
    }

    /** The last state of a step stays on the screen. */
    @Override
    public void stepEnded(StepSummary summary) {
        last.filter(known -> known.step() == summary.step()).ifPresent(this::printEnd);
        if (output.verbose()) {
            breaches.remaining(sources.figures().breachesByOpenTime()).forEach(terminal::printLine);
        }
        Stream.of(
                        ProgressText.failed(summary.counts()).stream(),
                        ProgressText.causes(summary.failures()).stream(),
                        summary.flags().stream())
                .flatMap(lines -> lines)
                .forEach(description ->
                        terminal.printLine("  step %d: %s".formatted(StepNumber.of(summary.step()), description)));
    }

    private void printEnd(RunProgress known) {
        List<SloValue> slo = sources.slo().values();
        if (terminal.interactive()) {
            redraw(List.of(ProgressText.ended(known, slo)));
            rowsDrawn = 0;
            return;
        }
        terminal.printLine(ProgressText.endedPlain(known, slo));
    }

    private List<String> running(RunProgress progress) {
        List<String> lines = new ArrayList<>();
        lines.add(ProgressText.running(
                progress, steps.get(progress.step()), sources.slo().values()));
        if (output.verbose()) {
            lines.add(INDENT + ProgressText.generator(progress));
        }
        Backlog waiting = sources.backlog().get();
        if (output.verbose() || waiting.isAway()) {
            lines.add(INDENT + server(progress, waiting));
        }
        return lines;
    }

    private String server(RunProgress progress, Backlog waiting) {
        return waiting.isAway() ? ProgressText.unreachable(waiting) : ProgressText.server(progress, sources.figures());
    }

    private void redraw(List<String> lines) {
        clear();
        List<String> rows = rows(lines);
        rows.forEach(terminal::printLine);
        rowsDrawn = rows.size();
    }

    private List<String> rows(List<String> lines) {
        // The last column stays free: a terminal that breaks a full line would count one more.
        int width = terminal.width() - 1;
        return lines.stream()
                .flatMap(line -> TerminalRows.layout(line, width).stream())
                .toList();
    }

    private void clear() {
        if (rowsDrawn > 0) {
            terminal.out().print("\r\u001b[" + rowsDrawn + "A\u001b[J");
            rowsDrawn = 0;
        }
    }
}
