package io.tidemark.app.docs;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** What tests of the same tags may do, and the first command of bin/verify that runs them. */
enum TestGroup {
    UNIT("", "bin/verify", "compute. No port, no process, no sleep"),
    SMOKE(
            "integration smoke",
            "bin/verify",
            "do what integration tests do, for one promise that nothing else of `bin/verify` shows"),
    INTEGRATION(
            "integration",
            "bin/verify --ci",
            "start a broker, a server or a process, on free loopback ports, and await conditions with a deadline"),
    LONG(
            "long",
            "bin/verify --full",
            "take more than 20 s, for a subject that a shorter test has too, or need what a bare machine lacks"),
    FAULTS("faults", "bin/verify --full", "kill, freeze and cut off processes for minutes; also with `--faults`");

    private final String tags;
    private final String tier;
    private final String may;

    TestGroup(String tags, String tier, String may) {
        this.tags = tags;
        this.tier = tier;
        this.may = may;
    }

    Set<String> tags() {
        return tags.isEmpty() ? Set.of() : Set.of(tags.split(" ", -1));
    }

    /** The command that runs these tests and is the shortest of those that do. */
    String tier() {
        return tier;
    }

    String may() {
        return may;
    }

    /** The group whose tags are these. */
    static Optional<TestGroup> of(Set<String> tags) {
        return Arrays.stream(values())
                .filter(group -> group.tags().equals(tags))
                .findFirst();
    }
}
