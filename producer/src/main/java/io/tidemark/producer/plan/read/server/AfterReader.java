package io.tidemark.producer.plan.read.server;

import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.AfterCommand.IfMissing;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the list {@code after} of a plan or of a phase. */
public final class AfterReader {
    private static final String KEY = "after";
    private static final String LM_EVAL = "lm-eval";
    /** It is the name of a folder too. */
    private static final ValueType<String> NAME = text -> {
        if (!text.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")) {
            throw new InvalidValueException("must be a name of letters, digits, '.', '_' and '-', at most 64");
        }
        return text;
    };

    private static final ValueType<String> FORMAT = text -> {
        if (!text.equals(LM_EVAL)) {
            throw new InvalidValueException("must be " + LM_EVAL);
        }
        return text;
    };

    private AfterReader() {}

    /** Empty if the section has no such list. */
    public static Optional<List<AfterCommand>> read(YamlSection section) {
        if (!section.has(KEY)) {
            return Optional.empty();
        }
        List<AfterCommand> commands = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlSection item : section.sections(KEY)) {
            String name = item.required("name", NAME, "");
            Optional<CommandTemplate> command = ServerReader.words(item, "run");
            if (!item.has("run")) {
                item.refuse("run", "is required");
            }
            command.filter(template -> template.has(CommandTemplate.FLAGS_NAME))
                    .ifPresent(template -> item.refuse("run", "must not have ${flags}, which are the server's"));
            Optional<String> format = item.optional("import", FORMAT);
            boolean givesResults = command.filter(template -> template.has(CommandTemplate.RESULTS_NAME))
                    .isPresent();
            if (format.isPresent() && command.isPresent() && !givesResults) {
                item.refuse("import", "needs ${results} in run: files are imported from that folder");
            }
            AfterCommand read = new AfterCommand(
                    name,
                    command.orElse(new CommandTemplate(List.of())),
                    format,
                    item.optional("timeout", ValueTypes.DURATION).orElse(AfterCommand.DEFAULT_TIMEOUT),
                    item.optional("if_missing", ValueTypes.oneOf(IfMissing.class))
                            .orElse(IfMissing.SKIP));
            item.refuseUnknownKeys();
            if (!name.isEmpty() && !names.add(name)) {
                item.refuse("name", "must be unique but " + name + " is given twice");
            }
            commands.add(read);
        }
        return Optional.of(commands);
    }
}
