package io.tidemark.schemas;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tenant; it owns the topics {@code tidemark.<team>.*}, its runs and its alerts. */
public record Team(String name) {
    /** Of a name, as a regular expression. */
    static final String RULE = "[a-z0-9-]{1,32}";

    private static final Pattern NAME = Pattern.compile(RULE);
    private static final Pattern RESOURCE = Pattern.compile("tidemark\\.(" + RULE + ")\\..*");

    /** The team of a plan or a command that names none. */
    public static final Team DEFAULT = new Team("default");

    public Team {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("team must match " + RULE + " but was \"" + name + "\"");
        }
    }

    /** Whose a topic, group, transactional id or client id is, by its name; empty if it is no team's. */
    public static Optional<Team> owner(String resource) {
        Matcher matcher = RESOURCE.matcher(resource);
        return matcher.matches() ? Optional.of(new Team(matcher.group(1))) : Optional.empty();
    }

    /**
     * What the names of the team's topics, groups, transactional ids and client ids begin with. The point at its end keeps team {@code a} off team
     * {@code a-b}.
     */
    public String prefix() {
        return "tidemark." + name + ".";
    }

    /** {@code application.id} of the team's Streams application; also the prefix of its internal topics. */
    public String applicationId() {
        return prefix() + "streams";
    }

    @Override
    public String toString() {
        return name;
    }
}
