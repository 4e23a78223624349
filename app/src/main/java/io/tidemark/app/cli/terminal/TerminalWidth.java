package io.tidemark.app.cli.terminal;

import java.io.IOException;
import java.util.function.IntSupplier;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How wide the window is that this process writes to. It is opened when it is first asked for. Thread-safe. */
public final class TerminalWidth implements IntSupplier, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalWidth.class);

    private int columns = Terminal.DEFAULT_COLUMNS;
    private boolean tried;
    private org.jline.terminal.@Nullable Terminal window;

    @Override
    public synchronized int getAsInt() {
        if (!tried) {
            tried = true;
            window = open();
        }
        if (window != null) {
            try {
                columns = window.getWidth();
            } catch (IllegalStateException e) {
                // A process that is asked to end closes the window beside its own work.
                LOG.debug("the window is closed: {}", e.toString());
            }
        }
        return columns;
    }

    /** Signals stay with the JVM: Ctrl-C ends a run in its own way. */
    private static org.jline.terminal.@Nullable Terminal open() {
        try {
            return TerminalBuilder.builder()
                    .system(true)
                    .dumb(true)
                    .nativeSignals(false)
                    .paused(true)
                    .build();
        } catch (IOException | RuntimeException e) {
            LOG.debug("the window's width is unknown: {}", e.toString());
            return null;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        tried = true;
        if (window != null) {
            window.close();
            window = null;
        }
    }
}
