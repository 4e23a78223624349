package io.tidemark.app.cli.team;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.audit.AuditPublisher;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.AccessPlace;
import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.postgres.RoleChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The changes of a team on Kafka, in a registry and in a store: recorded without passwords, and printed with one line each or as one JSON object. Not
 * thread-safe.
 */
final class TeamChanges {
    private static final Map<AccessPlace, String> OWNER_SUFFIXES =
            Map.of(AccessPlace.KAFKA, "", AccessPlace.REGISTRY, " of the registry", AccessPlace.STORE, " of the store");

    private final CommandContext context;
    private final String action;
    private final Team team;
    private final boolean applied;
    private final Optional<Path> secretsFolder;
    private final List<ChangeLine> lines = new ArrayList<>();
    private final Map<String, String> passwords = new TreeMap<>();
    private int unchanged;
    private Optional<String> replication = Optional.empty();

    /** @param effect made or removed */
    record ChangeLine(String effect, String thing, String name) {
        static List<ChangeLine> of(List<AccessChange> changes) {
            return changes.stream()
                    .map(change -> new ChangeLine(
                            change.effect().name().toLowerCase(Locale.ROOT), change.thing(), change.name()))
                    .toList();
        }

        static List<ChangeLine> ofRoles(List<RoleChange> changes) {
            return changes.stream()
                    .map(change -> new ChangeLine(change.made() ? "made" : "removed", change.thing(), change.name()))
                    .toList();
        }
    }

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
     * @param action {@code team add} or {@code team remove}
     * @param applied whether they are made, or only proposed
     * @param secretsFolder where new passwords are written; printed if nowhere
     */
    TeamChanges(CommandContext context, String action, Team team, boolean applied, Optional<Path> secretsFolder) {
        this.context = context;
        this.action = action;
        this.team = team;
        this.applied = applied;
        this.secretsFolder = secretsFolder;
    }

    /**
     * Adds changes of a place.
     *
     * @param made new passwords by user, of changes that were made
     */
    void add(AccessPlace place, List<ChangeLine> changes, int kept, Map<String, String> made) {
        lines.addAll(changes);
        unchanged += kept;
        made.forEach((user, password) -> passwords.put(user + OWNER_SUFFIXES.get(place), password));
    }

    /** @param description how many copies of each partition topics have or get */
    void replication(String description) {
        replication = Optional.of(description);
    }

    /** Records changes before they are made on Kafka or in a registry. A team may have no topic for it: then a warning says so. */
    void publish(ClusterConnection connection, AccessPlace place, List<AccessChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        AuditPublisher publisher = new AuditPublisher(connection, team);
        if (!publisher.isThere()) {
            context.terminal()
                    .warn("team " + team + " has no topic audit: this change of it " + place.where()
                            + " is not recorded");
            return;
        }
        publisher.publish(audit(place, ChangeLine.of(changes)));
    }

    /** The record of changes, to be stored with them. */
    AuditEvent audit(AccessPlace place, List<ChangeLine> changes) {
        Map<String, String> details = new TreeMap<>(Map.of("where", place.where()));
        changes.forEach(change ->
                details.merge(change.effect(), change.thing() + " " + change.name(), (all, one) -> all + "; " + one));
        return AuditEvents.of(context, action, team.name(), details);
    }

    /** Makes changes and prints them. If that fails, those made before are printed too: their passwords are printed here or never. */
    void makeAndPrint(boolean json, Runnable making) {
        try {
            making.run();
        } catch (RuntimeException e) {
            if (!lines.isEmpty()) {
                print(json);
            }
            throw e;
        }
        print(json);
    }

    private void print(boolean json) {
        Terminal terminal = context.terminal();
        Map<String, String> shown = secretsFolder.isPresent() ? Map.of() : passwords;
        if (json) {
            terminal.printJson(new Changes(team.name(), applied, lines, unchanged, shown, replication));
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
