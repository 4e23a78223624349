package io.tidemark.producer.plan.read.server;

import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.ContainerEngine;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what starts a server: exactly one of the recipes. */
final class RecipeReader {
    static final List<String> KEYS = List.of("command", "docker", "podman", "systemd", "kubectl", "ssh", "external");

    private static final CommandTemplate NOTHING = new CommandTemplate(List.of());
    private static final Path SYSTEM_DROP_INS = Path.of("/run/systemd/system");
    private static final Pattern UNIT = Pattern.compile("[A-Za-z0-9:_.@\\\\-]{1,200}");
    private static final Pattern KUBERNETES_NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

    private final YamlSection server;

    RecipeReader(YamlSection server) {
        this.server = server;
    }

    /** Empty if none, or several, or a wrong one was given, which is a problem of the plan. */
    Optional<ServerRecipe> read() {
        List<String> given = KEYS.stream().filter(server::has).toList();
        if (given.size() != 1) {
            server.refuse("must have exactly one of " + String.join(", ", KEYS)
                    + (given.isEmpty() ? " but has none" : " but has " + String.join(", ", given)));
            return Optional.empty();
        }
        String key = given.get(0);
        return switch (key) {
            case "command" -> ServerReader.command(server, key).map(ServerRecipe.Command::new);
            case "docker" -> container(key, ContainerEngine.DOCKER);
            case "podman" -> container(key, ContainerEngine.PODMAN);
            case "systemd" -> server.section(key).map(RecipeReader::systemd);
            case "kubectl" -> server.section(key).map(RecipeReader::kubernetes);
            case "ssh" -> server.section(key).map(RecipeReader::ssh);
            default -> server.section(key).map(RecipeReader::external);
        };
    }

    private Optional<ServerRecipe> container(String key, ContainerEngine engine) {
        return server.section(key).map(section -> {
            ServerRecipe recipe = new ServerRecipe.Container(
                    engine,
                    section.required("image", ValueTypes.TEXT, ""),
                    ServerReader.command(section, "arguments").orElse(NOTHING),
                    ServerReader.command(section, "command").orElse(NOTHING));
            section.refuseUnknownKeys();
            return recipe;
        });
    }

    private static ServerRecipe systemd(YamlSection section) {
        boolean user = section.optional("user", ValueTypes.SWITCH).orElse(false);
        Optional<Path> folder =
                section.optional("drop_in_folder", ValueTypes.TEXT).map(Path::of);
        if (user && folder.isEmpty()) {
            section.refuse("drop_in_folder", "is required for a unit of a user, e.g. /run/user/1000/systemd/user");
        }
        ServerRecipe recipe = new ServerRecipe.SystemdUnit(
                section.required("unit", matching(UNIT, "must be the name of a unit such as vllm.service"), ""),
                ServerReader.command(section, "command"),
                user,
                folder.orElse(SYSTEM_DROP_INS));
        section.refuseUnknownKeys();
        return recipe;
    }

    private static ServerRecipe kubernetes(YamlSection section) {
        ValueType<String> name = matching(KUBERNETES_NAME, "must be a name of Kubernetes such as vllm-server");
        ServerRecipe recipe = new ServerRecipe.KubernetesDeployment(
                section.required("deployment", name, ""),
                section.optional("namespace", name).orElse(""),
                section.optional("container", name).orElse(""),
                ServerReader.command(section, "arguments"));
        section.refuseUnknownKeys();
        return recipe;
    }

    private static ServerRecipe ssh(YamlSection section) {
        Optional<CommandTemplate> command = ServerReader.command(section, "command");
        if (!section.has("command")) {
            section.refuse("command", "is required");
        }
        ServerRecipe recipe = new ServerRecipe.Ssh(
                section.required(
                        "host", matching(Pattern.compile("[^-\\s]\\S*"), "must be a host such as user@gpu-7"), ""),
                section.list("options", ValueTypes.TEXT),
                command.orElse(NOTHING));
        section.refuseUnknownKeys();
        return recipe;
    }

    private static ServerRecipe external(YamlSection section) {
        ServerRecipe recipe = new ServerRecipe.External(section.required("on_change", ValueTypes.TEXT, ""));
        section.refuseUnknownKeys();
        return recipe;
    }

    private static ValueType<String> matching(Pattern pattern, String rule) {
        return text -> {
            if (!pattern.matcher(text).matches()) {
                throw new InvalidValueException(rule);
            }
            return text;
        };
    }
}
