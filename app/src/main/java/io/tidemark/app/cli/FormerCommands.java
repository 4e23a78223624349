package io.tidemark.app.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where commands and options are that had another name: only a hint for who types the old one. */
final class FormerCommands {
    private static final Map<String, String> COMMANDS = Map.of(
            "import", "runs import",
            "export", "runs export",
            "streams", "serve streams",
            "sink", "serve sink",
            "scrape", "serve scrape",
            "archive", "serve archive",
            "topics", "admin topics",
            "store", "admin store",
            "publish-spool", "admin spool publish");

    /** By the command's name and the option's, with a space between. */
    private static final Map<String, String> OPTIONS = Map.of(
            "report --list", "`report --list` is now `runs list`",
            "simulate --virtual", "`simulate PROFILE --virtual PLAN` is now `run PLAN --simulate PROFILE`",
            "search --metric", "`search --metric` is now `search --load`",
            "prompts --save", "`prompts --save` is now `prompts --out`",
            "streams --teams", "`--teams` is now `--team`",
            "sink --teams", "`--teams` is now `--team`");

    private FormerCommands() {}

    /**
     * What to say to somebody who typed these.
     *
     * @param command that was understood
     * @param unknown words that it did not understand
     */
    static Optional<String> hint(String command, List<String> unknown) {
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        String first = unknown.get(0).replaceFirst("=.*", "");
        Optional<String> option = Optional.ofNullable(OPTIONS.get(command + " " + first));
        return option.or(() -> command.equals("tidemark")
                ? Optional.ofNullable(COMMANDS.get(first)).map(now -> "`" + first + "` is now `" + now + "`")
                : Optional.empty());
    }
}
