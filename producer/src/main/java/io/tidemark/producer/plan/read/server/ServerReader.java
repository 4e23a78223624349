package io.tidemark.producer.plan.read.server;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.FlagStyle;
import io.tidemark.producer.plan.server.LogBounds;
import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.plan.server.StopPlan;
import io.tidemark.producer.plan.server.StopPlan.MemorySource;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Reads the section {@code server} of a plan, and what a phase says otherwise. */
public final class ServerReader {
    /** Keys of which a phase replaces single entries; of all others it replaces the whole. */
    private static final Set<String> BY_ENTRY = Set.of("env", "flags");

    private static final ValueType<Integer> STATUS = text -> {
        if (!text.matches("[1-5]\\d\\d")) {
            throw new InvalidValueException("must be an HTTP status such as 200");
        }
        return Integer.valueOf(text);
    };
    private static final ValueType<Integer> REQUESTS = text -> {
        if (!text.matches("\\d{1,6}")) {
            throw new InvalidValueException("must be a whole number from 0 to 999999");
        }
        return Integer.valueOf(text);
    };
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(KiB|MiB|GiB)");

    private final ReadContext reading;
    private final Path directory;

    public ServerReader(ReadContext reading, Path directory) {
        this.reading = reading;
        this.directory = directory;
    }

    /** Whether a section says what starts the server. */
    public static boolean hasRecipe(Mapping section) {
        return section.entries().keySet().stream().anyMatch(RecipeReader.KEYS::contains);
    }

    /** The section of the plan with what a phase says in its place. */
    public static Mapping merged(Mapping whole, Mapping phase) {
        Map<String, Entry> entries = new LinkedHashMap<>(whole.entries());
        if (hasRecipe(phase)) {
            entries.keySet().removeAll(RecipeReader.KEYS);
        }
        phase.entries()
                .forEach((key, entry) -> entries.merge(
                        key, entry, (before, now) -> BY_ENTRY.contains(key) ? byEntry(before, now) : now));
        return new Mapping(phase.origin(), entries);
    }

    private static Entry byEntry(Entry before, Entry now) {
        if (!(before.value() instanceof Mapping first) || !(now.value() instanceof Mapping second)) {
            return now;
        }
        Map<String, Entry> entries = new LinkedHashMap<>(first.entries());
        entries.putAll(second.entries());
        return new Entry(now.origin(), new Mapping(now.value().origin(), entries));
    }

    /**
     * The server; empty if nothing that starts it could be read, which is a problem of the plan.
     *
     * @param path of the section, for messages
     */
    public Optional<ServerPlan> read(Mapping tree, String path) {
        YamlSection server = new YamlSection(tree, path, reading);
        Optional<ServerRecipe> recipe = new RecipeReader(server).read();
        List<EnvironmentEntry> environment = new EnvironmentReader(server, reading, directory).read(path);
        Optional<Path> folder = server.optional("directory", ValueTypes.TEXT).map(text -> folder(text, recipe));
        Map<String, String> flags = FlagsReader.read(server);
        FlagStyle style = server.optional("flag_style", ServerReader::style).orElse(FlagStyle.VLLM);
        ReadyPlan ready = server.section("ready").map(ServerReader::ready).orElse(ReadyPlan.DEFAULT);
        int warmUp = server.section("warm_up").map(ServerReader::warmUp).orElse(0);
        StopPlan stop = server.section("stop").map(ServerReader::stop).orElse(StopPlan.DEFAULT);
        LogBounds logs = server.section("logs").map(ServerReader::logs).orElse(LogBounds.DEFAULT);
        server.refuseUnknownKeys();
        return recipe.map(how -> new ServerPlan(how, environment, folder, flags, style, ready, warmUp, stop, logs));
    }

    private static ReadyPlan ready(YamlSection ready) {
        ReadyPlan plan = new ReadyPlan(
                ready.optional("path", ServerReader::path).orElse(ReadyPlan.DEFAULT.path()),
                ready.optional("status", STATUS).orElse(ReadyPlan.DEFAULT.status()),
                ready.optional("timeout", ValueTypes.DURATION).orElse(ReadyPlan.DEFAULT.timeout()),
                ready.optional("log_line", ServerReader::expression));
        ready.refuseUnknownKeys();
        return plan;
    }

    private static int warmUp(YamlSection warmUp) {
        int requests = warmUp.required("requests", REQUESTS, 0);
        warmUp.refuseUnknownKeys();
        return requests;
    }

    private static StopPlan stop(YamlSection stop) {
        StopPlan plan = new StopPlan(
                stop.optional("grace", ValueTypes.DURATION_OR_ZERO).orElse(StopPlan.DEFAULT.grace()),
                stop.optional("timeout", ValueTypes.DURATION).orElse(StopPlan.DEFAULT.timeout()),
                stop.optional("memory", ValueTypes.oneOf(MemorySource.class)).orElse(StopPlan.DEFAULT.memory()));
        stop.refuseUnknownKeys();
        return plan;
    }

    private static LogBounds logs(YamlSection logs) {
        LogBounds bounds = new LogBounds(
                logs.optional("head", ServerReader::size).orElse(LogBounds.DEFAULT.headBytes()),
                logs.optional("tail", ServerReader::size).orElse(LogBounds.DEFAULT.tailBytes()));
        logs.refuseUnknownKeys();
        return bounds;
    }

    private static String path(String text) {
        if (!text.matches("/[!-~]*")) {
            throw new InvalidValueException("must be a path such as /health");
        }
        return text;
    }

    private static String expression(String text) {
        try {
            return Pattern.compile(text).pattern();
        } catch (PatternSyntaxException e) {
            throw new InvalidValueException("must be a regular expression (" + e.getDescription() + ")");
        }
    }

    private static long size(String text) {
        var match = SIZE.matcher(text);
        if (!match.matches()) {
            throw new InvalidValueException("must be a size such as 512KiB or 4MiB");
        }
        int shift = switch (match.group(2)) {
            case "KiB" -> 10;
            case "MiB" -> 20;
            default -> 30;
        };
        return Long.parseLong(match.group(1)) << shift;
    }

    private static FlagStyle style(String text) {
        try {
            return text.equals("vllm") ? FlagStyle.VLLM : new FlagStyle(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(String.valueOf(e.getMessage()));
        }
    }

    /** Relative to the plan; that of another machine is as it stands. Whether it is there is looked at before a start. */
    private Path folder(String text, Optional<ServerRecipe> recipe) {
        boolean elsewhere = recipe.filter(ServerRecipe.Ssh.class::isInstance).isPresent();
        return elsewhere ? Path.of(text) : directory.resolve(text);
    }

    /** The command of a server. */
    static Optional<CommandTemplate> command(YamlSection section, String key) {
        Optional<CommandTemplate> command = words(section, key);
        Stream.of(CommandTemplate.URL_NAME, CommandTemplate.RESULTS_NAME)
                .filter(name -> command.filter(words -> words.has(name)).isPresent())
                .forEach(name -> section.refuse(key, "must not have ${" + name + "}, which is for commands of after"));
        return command;
    }

    /** A command's words: a list of them, or a text in a shell's quotes. */
    static Optional<CommandTemplate> words(YamlSection section, String key) {
        try {
            List<String> words = section.isList(key) ? section.list(key, text -> text) : List.of();
            Optional<CommandTemplate> command = words.isEmpty()
                    ? section.optional(key, ValueTypes.TEXT).map(CommandTemplate::parse)
                    : Optional.of(new CommandTemplate(words));
            command.flatMap(ServerReader::secret)
                    .ifPresent(flag -> section.refuse(
                            key,
                            "must not hold a secret, because the plan is stored with the run and published: give "
                                    + flag + " as ${env.NAME}"));
            if (command.isPresent() && command.get().words().isEmpty()) {
                section.refuse(key, "must name a program");
                return Optional.empty();
            }
            return command;
        } catch (IllegalArgumentException e) {
            section.refuse(key, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The flag of a command whose value is a secret in plain text. */
    private static Optional<String> secret(CommandTemplate command) {
        List<String> words = command.words();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String flag = equals < 0 ? word : word.substring(0, equals);
            String value = equals < 0 ? (i + 1 < words.size() ? words.get(i + 1) : "") : word.substring(equals + 1);
            boolean isPlain = !value.isEmpty() && !value.startsWith("--") && !value.contains("${env.");
            if (flag.startsWith("--") && SecretNames.isKey(flag.substring(2)) && isPlain) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }
}
