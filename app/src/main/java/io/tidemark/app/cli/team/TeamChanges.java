package io.tidemark.app.cli.team;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.team.AccessChange;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.postgres.RoleChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The changes of a team on Kafka, in a registry and in a store, printed with one line each or as one JSON object. Not thread-safe. */
final class TeamChanges {
    private final Team team;
    private final boolean applied;
    private final Optional<Path> secretsFolder;
    private final List<ChangeLine> lines = new ArrayList<>();
    private final Map<String, String> passwords = new TreeMap<>();
    private int unchanged;
    private Optional<String> replication = Optional.empty();

    private record ChangeLine(String effect, String thing, String name) {}

    private record Changes(
            String team,
            boolean applied,
            List<ChangeLine> changes,
            int unchanged,
            Map<String, String> passwords,
            Optional<String> replication) {}

    /**
     * Nothing yet.
     *
     * @param applied whether they are made, or only proposed
     * @param secretsFolder where new passwords are written; printed if nowhere
     */
    TeamChanges(Team team, boolean applied, Optional<Path> secretsFolder) {
        this.team = team;
        this.applied = applied;
        this.secretsFolder = secretsFolder;
    }

    /** @param made new passwords by user, of changes that were made */
    void onKafka(List<AccessChange> changes, int kept, Map<String, String> made) {
        add(changes, kept);
        passwords.putAll(made);
    }

    /** @param made new passwords by user, of changes that were made */
    void inRegistry(List<AccessChange> changes, int kept, Map<String, String> made) {
        add(changes, kept);
        made.forEach((user, password) -> passwords.put(user + " of the registry", password));
    }

    /** @param made new passwords by role, of changes that were made */
    void inStore(List<RoleChange> changes, int kept, Map<String, String> made) {
        changes.forEach(
                change -> lines.add(new ChangeLine(change.made() ? "made" : "removed", change.thing(), change.name())));
        unchanged += kept;
        made.forEach((role, password) -> passwords.put(role + " of the store", password));
    }

    /** @param description how many copies of each partition topics have or get */
    void replication(String description) {
        replication = Optional.of(description);
    }

    private void add(List<AccessChange> changes, int kept) {
        changes.forEach(change -> lines.add(
                new ChangeLine(change.effect().name().toLowerCase(Locale.ROOT), change.thing(), change.name())));
        unchanged += kept;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    void print(Terminal terminal, boolean json) {
        Map<String, String> shown = secretsFolder.isPresent() ? Map.of() : passwords;
        if (json) {
            terminal.printLine(RecordJson.of(new Changes(team.name(), applied, lines, unchanged, shown, replication))
                    .toString());
            return;
        }
        lines.forEach(line -> terminal.printFormatted(
                "%s %-6s %s", line.effect().equals("made") ? "+" : "-", line.thing(), line.name()));
        replication.ifPresent(terminal::printLine);
        shown.forEach((user, password) -> terminal.printFormatted("password of %s: %s", user, password));
        secretsFolder
                .filter(folder -> !passwords.isEmpty())
                .ifPresent(folder -> terminal.printFormatted(
                        "passwords of %s are in %s, readable for you only", passwords.keySet(), folder));
        terminal.printFormatted("team %s: %s, %d unchanged", team, summary(), unchanged);
    }

    private String summary() {
        if (lines.isEmpty()) {
            return "nothing to change";
        }
        return applied ? lines.size() + " changes made" : lines.size() + " changes to make (with --apply)";
    }
}
