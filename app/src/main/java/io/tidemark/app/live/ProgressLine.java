package io.tidemark.app.live;

import io.tidemark.app.process.Terminal;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.run.FirstRequestResult;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.TargetOutage;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Shows a run's progress: two lines, on a narrow window in more rows, redrawn each second on a terminal, else one plain line each 10 s, without control characters. */
public final class ProgressLine implements RunListener {
    private static final long PLAIN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final String INDENT = " ".repeat(13);

    private final Terminal terminal;
    private final LiveRunState figures;
    private final Supplier<Backlog> backlog;
    private final NanoClock clock;
    private final BreachLines breaches = new BreachLines();
    private int rowsDrawn;
    private long plainNanos;
    private int step = -1;

    public ProgressLine(Terminal terminal, LiveRunState figures, Supplier<Backlog> backlog, NanoClock clock) {
        this.terminal = terminal;
        this.figures = figures;
        this.backlog = backlog;
        this.clock = clock;
    }

    @Override
    public void progress(RunProgress progress) {
        say(breaches.nextLines(figures.metricsInOrder(), clock.nanos()));
        if (terminal.interactive()) {
            redraw(progress);
            return;
        }
        boolean newStep = progress.step() != step;
        if (newStep || clock.nanos() - plainNanos >= PLAIN_EVERY_NANOS) {
            plainNanos = clock.nanos();
            step = progress.step();
            terminal.printLine("  step %d/%d %s   %s"
                    .formatted(
                            progress.step() + 1,
                            progress.stepCount(),
                            ProgressText.load(progress, "").strip(),
                            second(progress)));
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
        terminal.printLine("  lengths   " + prompts.tokenLengthSource());
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

    @Override
    public void firstRequestEnded(FirstRequestResult answer) {
        terminal.printLine("  first     " + ProgressText.first(answer));
    }

    /** The last state of a step stays on the screen. */
    @Override
    public void stepEnded(StepSummary summary) {
        rowsDrawn = 0;
        say(breaches.remaining(figures.metricsInOrder()));
        Stream.of(
                        ProgressText.notOk(summary.counts()).stream(),
                        ProgressText.causes(summary.failures()).stream(),
                        summary.flags().stream())
                .flatMap(lines -> lines)
                .forEach(words -> terminal.printLine("  step %d: %s".formatted(summary.step() + 1, words)));
    }

    private String second(RunProgress progress) {
        Backlog waiting = backlog.get();
        return waiting.isAway() ? ProgressText.unreachable(waiting) : ProgressText.server(progress, figures);
    }

    private void redraw(RunProgress progress) {
        clear();
        // The last column stays free: a terminal that breaks a full line would count one more.
        int width = terminal.width() - 1;
        List<String> rows =
                new ArrayList<>(TerminalRows.layout(ProgressText.load(progress, ProgressText.bar(progress)), width));
        rows.addAll(TerminalRows.layout(INDENT + second(progress), width));
        rows.forEach(terminal::printLine);
        rowsDrawn = rows.size();
    }

    private void clear() {
        if (rowsDrawn > 0) {
            terminal.out().print("\r\u001b[" + rowsDrawn + "A\u001b[J");
            rowsDrawn = 0;
        }
    }
}
