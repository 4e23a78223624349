package io.tidemark.app.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The standard input of a process that another process of ours has started: that one holds the other end as long as it is there. */
public final class AttachedInput {
    private static final Logger LOG = LoggerFactory.getLogger(AttachedInput.class);

    private AttachedInput() {}

    /** Does something, once, when the input ends. */
    public static void atEnd(InputStream input, Runnable action) {
        Thread watch = new Thread(
                () -> {
                    try {
                        input.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        LOG.debug("standard input cannot be read: {}", e.toString());
                    }
                    action.run();
                },
                "tidemark-attached");
        watch.setDaemon(true);
        watch.start();
    }
}
