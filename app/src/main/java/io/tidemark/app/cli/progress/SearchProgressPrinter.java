package io.tidemark.app.cli.progress;

import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.search.BudgetForecast;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.SearchFormat;
import io.tidemark.app.search.SearchListener;
import io.tidemark.schemas.ValueText;
import java.time.Duration;

/** Prints the progress of a search on a terminal. */
public final class SearchProgressPrinter implements SearchListener {
    private final Terminal terminal;
    private final SearchFormat format;

    public SearchProgressPrinter(Terminal terminal, SearchFormat format) {
        this.terminal = terminal;
        this.format = format;
    }

    @Override
    public void forecastChanged(BudgetForecast forecast) {
        format.expected(forecast).forEach(line -> terminal.printLine("  expected  " + line));
    }

    @Override
    public void idleWaitEnded(ProbeEnvironment.IdleWait rest) {
        if (rest.idle()) {
            terminal.printLine("  server    " + rest.description());
        } else {
            terminal.warn("  server    " + rest.description());
        }
    }

    @Override
    public void probeStarted(double load) {
        terminal.printLine("  trying    " + format.load(load));
    }

    @Override
    public void probeEnded(LoadSearch after, ProbeResult result, Duration spent) {
        terminal.printLine("  probe %-3d %s".formatted(after.results().size(), format.probe(result)));
        terminal.printLine(
                "            so far, after " + ValueText.estimate(spent) + ": " + format.interval(after.interval()));
    }
}
