package io.tidemark.app.live;

import io.tidemark.app.Terminal;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.run.FirstAnswer;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunProgress;
import io.tidemark.producer.run.RunPrompts;
import io.tidemark.producer.run.StepSummary;
import io.tidemark.producer.run.TargetSilence;
import io.tidemark.producer.scrape.DeclaredFlags;
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
    private final LiveFigures figures;
    private final Supplier<Backlog> backlog;
    private final NanoClock clock;
    private final BreachLines breaches = new BreachLines();
    private int rowsDrawn;
    private long plainNanos;
    private int step = -1;

    public ProgressLine(Terminal terminal, LiveFigures figures, Supplier<Backlog> backlog, NanoClock clock) {
        this.terminal = terminal;
        this.figures = figures;
        this.backlog = backlog;
        this.clock = clock;
    }

    @Override
    public void progress(RunProgress progress) {
        say(breaches.due(figures.inOrder(), clock.nanos()));
        if (terminal.interactive()) {
            redraw(progress);
            return;
        }
        boolean newStep = progress.step() != step;
        if (newStep || clock.nanos() - plainNanos >= PLAIN_EVERY_NANOS) {
            plainNanos = clock.nanos();
            step = progress.step();
            terminal.say("  step %d/%d %s   %s"
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
        lines.forEach(terminal::say);
    }

    @Override
    public void prepared(RunPrompts prompts) {
        terminal.say("  lengths   " + prompts.tokenCounting());
        prompts.remarks().forEach(remark -> terminal.say("  remark    " + remark));
    }

    @Override
    public void flagsChecked(DeclaredFlags flags) {
        flags.mismatches().forEach(mismatch -> terminal.say("  MISMATCH  " + mismatch.remark()));
    }

    @Override
    public void targetSilent(TargetSilence silence) {
        clear();
        terminal.warn("  WARNING   " + silence.words());
    }

    @Override
    public void firstAnswer(FirstAnswer answer) {
        terminal.say("  first     " + ProgressText.first(answer));
    }

    /** The last state of a step stays on the screen. */
    @Override
    public void stepEnded(StepSummary summary) {
        rowsDrawn = 0;
        say(breaches.rest(figures.inOrder()));
        Stream.of(
                        ProgressText.notOk(summary.counts()).stream(),
                        ProgressText.causes(summary.failures()).stream(),
                        summary.flags().stream())
                .flatMap(lines -> lines)
                .forEach(words -> terminal.say("  step %d: %s".formatted(summary.step() + 1, words)));
    }

    private String second(RunProgress progress) {
        Backlog waiting = backlog.get();
        return waiting.isAway() ? ProgressText.away(waiting) : ProgressText.server(progress, figures);
    }

    private void redraw(RunProgress progress) {
        clear();
        // The last column stays free: a terminal that breaks a full line would count one more.
        int width = terminal.width() - 1;
        List<String> rows =
                new ArrayList<>(ScreenRows.of(ProgressText.load(progress, ProgressText.bar(progress)), width));
        rows.addAll(ScreenRows.of(INDENT + second(progress), width));
        rows.forEach(terminal::say);
        rowsDrawn = rows.size();
    }

    private void clear() {
        if (rowsDrawn > 0) {
            terminal.out().print("\r\u001b[" + rowsDrawn + "A\u001b[J");
            rowsDrawn = 0;
        }
    }
}
