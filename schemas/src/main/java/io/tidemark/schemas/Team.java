package io.tidemark.schemas;

import java.util.regex.Pattern;

/** The tenant; it owns the topics {@code tidemark.<team>.*}, its runs and its alerts. */
public record Team(String name) {
    private static final Pattern RULE = Pattern.compile("[a-z0-9-]{1,32}");

    /** The team of a plan or a command that names none. */
    public static final Team DEFAULT = new Team("default");

    public Team {
        if (!RULE.matcher(name).matches()) {
            throw new IllegalArgumentException("team must match " + RULE + " but was \"" + name + "\"");
        }
    }

    /** {@code application.id} of the team's Streams application; also the prefix of its internal topics. */
    public String applicationId() {
        return "tidemark." + name + ".streams";
    }

    @Override
    public String toString() {
        return name;
    }
}
