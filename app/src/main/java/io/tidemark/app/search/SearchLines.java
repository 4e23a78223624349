package io.tidemark.app.search;

import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.app.Terminal;
import java.time.Duration;

/** Says on a terminal how a search goes. */
public final class SearchLines implements SearchListener {
    private final Terminal terminal;
    private final SearchWords words;

    public SearchLines(Terminal terminal, SearchWords words) {
        this.terminal = terminal;
        this.words = words;
    }

    @Override
    public void expected(Forecast forecast) {
        words.expected(forecast).forEach(line -> terminal.say("  expected  " + line));
    }

    @Override
    public void rested(Ground.Rest rest) {
        if (rest.idle()) {
            terminal.say("  server    " + rest.words());
        } else {
            terminal.warn("  server    " + rest.words());
        }
    }

    @Override
    public void trying(double load) {
        terminal.say("  trying    " + words.load(load));
    }

    @Override
    public void probed(LoadSearch after, ProbeResult result, Duration spent) {
        terminal.say("  probe %-3d %s".formatted(after.results().size(), words.probe(result)));
        terminal.say("            so far, after " + Hours.words(spent) + ": " + words.interval(after.interval()));
    }
}
