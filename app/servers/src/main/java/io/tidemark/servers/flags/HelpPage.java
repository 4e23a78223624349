package io.tidemark.servers.flags;

import io.tidemark.producer.yaml.Suggestion;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The flags that a server's {@code --help} names. */
public record HelpPage(Set<FlagName> flags) {
    private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--?([A-Za-z][\\w-]*)");
    /** One that has fewer is no page of a server's flags. */
    private static final int FEWEST = 3;

    public HelpPage {
        flags = Set.copyOf(flags);
    }

    public static HelpPage parse(String text) {
        Set<FlagName> flags = new LinkedHashSet<>();
        FLAG.matcher(text).results().forEach(match -> flags.add(new FlagName(match.group(1))));
        return new HelpPage(flags);
    }

    /** Whether it names enough flags to hold others against it. */
    public boolean isUsable() {
        return flags.size() >= FEWEST;
    }

    /** Whether the server has the flag; a dotted one is known if its argument is, {@code no-x} if {@code x} is. */
    public boolean knows(FlagName flag) {
        FlagName argument = flag.argument();
        return flags.contains(argument)
                || (argument.text().startsWith("no-")
                        && flags.contains(new FlagName(argument.text().substring(3))));
    }

    /** What is reported of an unknown flag: the flags that are close to it. */
    public Optional<String> suggestion(FlagName flag) {
        List<String> close = Suggestion.close(
                flag.argument().text(), flags.stream().map(FlagName::text).toList());
        return close.isEmpty() ? Optional.empty() : Optional.of("did you mean --" + String.join(", --", close) + "?");
    }

    /** The unknown ones, one sentence each. */
    public List<String> problems(Collection<FlagName> used, String server) {
        return used.stream()
                .filter(flag -> !knows(flag))
                .map(flag -> "flag --%s is not among the %d that %s names%s"
                        .formatted(
                                flag.text(),
                                flags.size(),
                                server,
                                suggestion(flag)
                                        .map(description -> "; " + description)
                                        .orElse("")))
                .toList();
    }
}
