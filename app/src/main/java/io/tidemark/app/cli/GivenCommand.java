package io.tidemark.app.cli;

import io.tidemark.app.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command line as it is kept with a run and shown in reports, so that it can be pasted: values of the registry client's
 * settings, among which its password is, and users in URLs are left out.
 */
final class GivenCommand {
    private static final String SETTING = "--registry-setting";
    private static final Pattern USER_IN_URL = Pattern.compile("://[^/@]+@");
    private static final String LEFT_OUT = "***";

    private GivenCommand() {}

    /** Of a verb that has been parsed. */
    static String of(CommandSpec verb) {
        return verb.qualifiedName() + " "
                + ShellWords.joined(
                        withoutSecrets(verb.commandLine().getParseResult().expandedArgs()));
    }

    private static List<String> withoutSecrets(List<String> arguments) {
        List<String> shown = new ArrayList<>();
        boolean isSetting = false;
        for (String argument : arguments) {
            shown.add(isSetting ? masked(argument) : shown(argument));
            isSetting = argument.equals(SETTING);
        }
        return shown;
    }

    private static String shown(String argument) {
        return argument.startsWith(SETTING + "=")
                ? SETTING + "=" + masked(argument.substring(SETTING.length() + 1))
                : USER_IN_URL.matcher(argument).replaceAll("://" + LEFT_OUT + "@");
    }

    private static String masked(String setting) {
        return setting.replaceFirst("=.*", "=" + LEFT_OUT);
    }
}
