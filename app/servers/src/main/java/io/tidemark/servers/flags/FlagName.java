package io.tidemark.servers.flags;

import io.tidemark.producer.plan.server.ServerFlag;

/** A flag by its canonical name, without dashes before it: see {@link ServerFlag#canonicalName}. */
public record FlagName(String text) {
    public FlagName {
        text = ServerFlag.canonicalName(text);
    }

    /** Whether it is a key within an argument, such as {@code compilation-config.cudagraph_mode}. */
    public boolean isDotted() {
        return text.indexOf('.') >= 0;
    }

    /** The flag that a dotted one is a part of; itself otherwise. */
    public FlagName argument() {
        return isDotted() ? new FlagName(text.substring(0, text.indexOf('.'))) : this;
    }
}
