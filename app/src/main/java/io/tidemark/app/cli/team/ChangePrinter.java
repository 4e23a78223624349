package io.tidemark.app.cli.team;

import io.tidemark.app.process.Terminal;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.NewPasswords;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.Team;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Says what is changed of a team, one line each or as one JSON object. */
record ChangePrinter(Terminal terminal, Team team, boolean json) {
    /** New passwords, and where they are written; printed if nowhere. */
    record Secrets(List<NewPasswords> made, Optional<Path> folder) {
        static final Secrets NONE = new Secrets(List.of(), Optional.empty());

        /** To print, by user; those of the registry with its name. */
        Map<String, String> shown() {
            return folder.isPresent() ? Map.of() : passwords();
        }

        private Map<String, String> passwords() {
            Map<String, String> all = new TreeMap<>();
            made.forEach(some -> some.passwords()
                    .forEach((user, password) -> all.put(
                            some.place() == NewPasswords.Place.REGISTRY ? user + " of the registry" : user, password)));
            return all;
        }
    }

    private record ChangeLine(String effect, String thing, String name) {}

    private record Changes(
            String team, boolean applied, List<ChangeLine> changes, int unchanged, Map<String, String> passwords) {}

    /** What would be changed, and how many things stay. */
    void proposed(List<AccessChange> changes, int unchanged) {
        print(changes, unchanged, false, Secrets.NONE);
    }

    /** What was changed. */
    void made(List<AccessChange> changes, int unchanged, Secrets secrets) {
        print(changes, unchanged, true, secrets);
    }

    private void print(List<AccessChange> changes, int unchanged, boolean applied, Secrets secrets) {
        List<ChangeLine> lines = changes.stream()
                .map(change ->
                        new ChangeLine(change.effect().name().toLowerCase(Locale.ROOT), change.thing(), change.name()))
                .toList();
        if (json) {
            terminal.printLine(RecordJson.of(new Changes(team.name(), applied, lines, unchanged, secrets.shown()))
                    .toString());
            return;
        }
        lines.forEach(line -> terminal.printFormatted(
                "%s %-6s %s", line.effect().equals("made") ? "+" : "-", line.thing(), line.name()));
        secrets.shown().forEach((user, password) -> terminal.printFormatted("password of %s: %s", user, password));
        secrets.folder()
                .filter(folder -> !secrets.passwords().isEmpty())
                .ifPresent(folder -> terminal.printFormatted(
                        "passwords of %s are in %s, readable for you only",
                        secrets.passwords().keySet(), folder));
        terminal.printFormatted("team %s: %s, %d unchanged", team, summary(lines.size(), applied), unchanged);
    }

    private static String summary(int changes, boolean applied) {
        if (changes == 0) {
            return "nothing to change";
        }
        return applied ? changes + " changes made" : changes + " changes to make (with --apply)";
    }
}
