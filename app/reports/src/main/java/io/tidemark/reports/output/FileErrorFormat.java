package io.tidemark.reports.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, in words: the exceptions of {@link java.nio.file} often have its name as their only message. */
public final class FileErrorFormat {
    private FileErrorFormat() {}

    public static String format(IOException error) {
        if (error instanceof NoSuchFileException missing) {
            return "there is no " + missing.getFile();
        }
        if (error instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (error instanceof NotDirectoryException || error instanceof FileAlreadyExistsException) {
            return ((FileSystemException) error).getFile() + " is not a folder";
        }
        if (error instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return String.valueOf(error.getMessage());
    }
}
