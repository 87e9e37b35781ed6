//! The file that an output replaces. How it is replaced, and why so, is in
//! `docs/decisions/012-how-a-file-is-replaced.md`.

use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A state of a file, by which a change of it is noticed: which file it is, its size and its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
    size: u64,
    modified: Option<SystemTime>,
}

impl Version {
    /// The version of the file with this path now. Links are followed.
    pub fn of_path(path: &Path) -> io::Result<Self> {
        Ok(Self::of(&fs::metadata(path)?))
    }

    /// Whether the file with this path has this version.
    pub fn is_at(&self, path: &Path) -> bool {
        Self::of_path(path).is_ok_and(|now| now == *self)
    }

    /// The version that this says.
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            #[cfg(unix)]
            device: metadata.dev(),
            #[cfg(unix)]
            inode: metadata.ino(),
            size: metadata.len(),
            modified: metadata.modified().ok(),
        }
    }

    /// Whether this is a version of the same file. Without inodes, a file has one version.
    pub(super) fn is_of_file(&self, other: &Self) -> bool {
        #[cfg(unix)]
        return (self.device, self.inode) == (other.device, other.inode);
        #[cfg(not(unix))]
        return self == other;
    }
}

/// A regular file that will be replaced, in the version in which it was found.
#[derive(Debug)]
pub struct Original {
    path: PathBuf,
    file: File,
    metadata: Metadata,
    /// Whether the new file may belong to this user instead.
    takes_ownership: bool,
    /// Whether other runs of this program keep away from it: until it is dropped, or the process ends.
    is_locked: bool,
}

impl Original {
    /// The file as it is now. Without the permission to write to it, it must not be replaced either.
    pub(super) fn find(path: &Path, takes_ownership: bool) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        check_writable(&path)?;
        let file = File::open(&path)?;
        let metadata = file.metadata()?;
        Ok(Self { path, file, metadata, takes_ownership, is_locked: false })
    }

    /// The file as it is when no other run of this program writes it, to be read and then replaced. If one does now,
    /// `waits` is called before this call waits for its end.
    pub fn lock(path: &Path, takes_ownership: bool, mut waits: impl FnMut()) -> io::Result<Self> {
        loop {
            let mut original = Self::find(path, takes_ownership)?;
            if !original.try_lock() {
                waits();
                original.file.lock()?;
                original.is_locked = true;
            }
            // While this run waited, another file may have taken the name.
            let locked = Version::of(&original.file.metadata()?);
            match Version::of_path(&original.path) {
                Ok(now) if now.is_of_file(&locked) => {
                    original.metadata = original.file.metadata()?;
                    return Ok(original);
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// What was found, without the open file.
    pub(super) fn into_found(self) -> FoundFile {
        FoundFile { path: self.path, metadata: self.metadata, takes_ownership: self.takes_ownership }
    }

    /// Keeps other runs of this program away; returns whether none has the file. A system without such locks lets all pass.
    /// Windows is one: there, a lock would keep this run from reading the file.
    fn try_lock(&mut self) -> bool {
        self.is_locked = cfg!(unix) && !matches!(self.file.try_lock(), Err(TryLockError::WouldBlock));
        self.is_locked || !cfg!(unix)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its length when it was found.
    pub fn size(&self) -> u64 {
        self.metadata.len()
    }

    /// The number of names that it has: more than one if there are hard links to it.
    pub fn names(&self) -> u64 {
        #[cfg(unix)]
        return std::os::unix::fs::MetadataExt::nlink(&self.metadata);
        #[cfg(not(unix))]
        return 1;
    }

    /// An error if the file is not as it was found.
    pub(super) fn check(&self) -> io::Result<()> {
        match fs::metadata(&self.path) {
            Ok(now) if Version::of(&now) == Version::of(&self.metadata) && self.has_time_of_change(&now) => Ok(()),
            Ok(_) => Err(changed()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(changed()),
            Err(error) => Err(error),
        }
    }

    /// Whether nothing about the file has changed since it was found, not even its attributes.
    #[cfg(unix)]
    fn has_time_of_change(&self, now: &Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        let time = |metadata: &Metadata| (metadata.ctime(), metadata.ctime_nsec());
        time(now) == time(&self.metadata)
    }

    #[cfg(not(unix))]
    const fn has_time_of_change(&self, _now: &Metadata) -> bool {
        true
    }

    /// Whether the file with this path is this one, with the content that it had when it was found.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        Version::of(&self.metadata).is_at(path)
    }

    /// Keeps other runs of this program away, if [`Self::lock`] has not done it.
    pub(super) fn lock_now(&mut self) -> io::Result<()> {
        if self.is_locked || self.try_lock() {
            return Ok(());
        }
        Err(io::Error::other("another adoube is writing it"))
    }

    /// Keeps every writer away, where the system can. Fails if a program has the file open for writing.
    pub(super) fn lease(&self) -> io::Result<Lease<'_>> {
        Lease::new(&self.file)
    }

    /// Gives a new file the owner, the group, the permissions and the extended attributes of this one.
    #[cfg(unix)]
    pub(super) fn give_attributes(&self, new: &File) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

        let own = new.metadata()?;
        let mut mode = self.metadata.permissions().mode();
        let owner = (self.metadata.uid() != own.uid()).then(|| self.metadata.uid());
        let group = (self.metadata.gid() != own.gid()).then(|| self.metadata.gid());
        if owner.or(group).is_some()
            && let Err(error) = fchown(new, owner, group)
        {
            if !self.takes_ownership {
                let message = format!(
                    "the new file would not belong to user {} and group {} as the old one does ({}); \
                     --take-ownership allows that",
                    self.metadata.uid(),
                    self.metadata.gid(),
                    reason(&error)
                );
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
            }
            if fchown(new, None, group).is_err() {
                // What the old group may do is not for another one.
                mode &= !0o070;
            }
            mode &= 0o777;
        }
        match copy_extended_attributes(&self.file, new) {
            Err(error) if !self.takes_ownership => {
                let message = format!(
                    "its extended attributes cannot be kept ({}); --take-ownership replaces it without them",
                    reason(&error)
                );
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
            }
            _ => {}
        }
        new.set_permissions(fs::Permissions::from_mode(mode))
    }

    #[cfg(not(unix))]
    pub(super) fn give_attributes(&self, new: &File) -> io::Result<()> {
        new.set_permissions(self.metadata.permissions())
    }
}

/// A regular file in the version in which it was found. Many of them need no open files.
#[derive(Debug)]
pub(super) struct FoundFile {
    path: PathBuf,
    metadata: Metadata,
    takes_ownership: bool,
}

impl FoundFile {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens it, whatever its version is now: [`Original::check`] compares it with the one that was found.
    pub(super) fn open(self) -> io::Result<Original> {
        let Self { path, metadata, takes_ownership } = self;
        let file = File::open(&path)?;
        Ok(Original { path, file, metadata, takes_ownership, is_locked: false })
    }
}

/// The error for a file that is not as it was found.
pub(super) fn changed() -> io::Error {
    io::Error::other("another program has changed it meanwhile, so it is left as it is")
}

/// The text of an error of the system without its number.
#[cfg(unix)]
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

#[cfg(unix)]
fn check_writable(path: &Path) -> io::Result<()> {
    use rustix::fs::{Access, AtFlags, CWD, accessat};

    // To open it for writing would look like a writer to another run that replaces it.
    accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS).map_err(io::Error::from)
}

#[cfg(not(unix))]
fn check_writable(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path).map(drop)
}

/// Makes the extended attributes of a file those of another, access control lists among them. A file system without them
/// has none to keep.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn copy_extended_attributes(from: &File, to: &File) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    use rustix::io::Errno;

    /// The most that Linux allows for a list of names or a value.
    const MOST: usize = 1 << 16;
    let names = |file: &File| -> io::Result<Vec<Vec<u8>>> {
        let mut list = vec![0; MOST];
        match flistxattr(file, &mut list[..]) {
            Ok(length) => Ok(list[..length]
                .split(|byte| *byte == 0)
                .filter(|name| !name.is_empty())
                .map(<[u8]>::to_vec)
                .collect()),
            Err(Errno::NOTSUP | Errno::NOSYS) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    };
    let value = |file: &File, name: &[u8]| -> Result<Vec<u8>, Errno> {
        let mut value = vec![0; MOST];
        let length = fgetxattr(file, name, &mut value[..])?;
        value.truncate(length);
        Ok(value)
    };
    let wanted = names(from)?;
    // A folder may give new files an access control list.
    for name in names(to)?.iter().filter(|name| !wanted.contains(name)) {
        fremovexattr(to, &name[..])?;
    }
    for name in &wanted {
        let old = value(from, name)?;
        if value(to, name).as_ref() != Ok(&old) {
            fsetxattr(to, &name[..], &old, XattrFlags::empty())?;
        }
    }
    Ok(())
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "macos"))))]
const fn copy_extended_attributes(_from: &File, _to: &File) -> io::Result<()> {
    Ok(())
}

/// A lease on a file: as long as it is whole, no program has opened the file to write to it. One that wants to waits until
/// the lease is dropped. See `fcntl(2)`, *Leases*.
#[derive(Debug)]
pub(super) struct Lease<'a> {
    #[cfg(target_os = "linux")]
    leased: Option<&'a File>,
    #[cfg(not(target_os = "linux"))]
    leased: std::marker::PhantomData<&'a File>,
}

#[cfg(target_os = "linux")]
impl<'a> Lease<'a> {
    /// Fails if a program has the file open for writing, and does not close it soon. Where the system gives no lease, it is
    /// whole.
    fn new(file: &'a File) -> io::Result<Self> {
        use std::os::fd::AsRawFd;
        use std::thread::sleep;
        use std::time::Duration;

        /// One that is about to close it, having written or not, is waited for.
        const TRIES: usize = 20;
        crate::interrupt::survive_broken_leases();
        for _ in 0..TRIES {
            // SAFETY: the call takes a number, and the descriptor is open.
            if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETLEASE, libc::F_RDLCK) } == 0 {
                return Ok(Self { leased: Some(file) });
            }
            if io::Error::last_os_error().kind() != io::ErrorKind::WouldBlock {
                return Ok(Self { leased: None });
            }
            sleep(Duration::from_millis(10));
        }
        Err(io::Error::other("another program has it open for writing; close it there first"))
    }

    /// Whether no program wants to write to the file.
    pub(super) fn is_whole(&self) -> bool {
        use std::os::fd::AsRawFd;

        // SAFETY: the call takes no argument, and the descriptor is open.
        self.leased.is_none_or(|file| unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETLEASE) } == libc::F_RDLCK)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Lease<'_> {
    fn drop(&mut self) {
        use std::os::fd::AsRawFd;

        if let Some(file) = self.leased {
            // SAFETY: the call takes a number, and the descriptor is open.
            unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETLEASE, libc::F_UNLCK) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl<'a> Lease<'a> {
    const fn new(_file: &'a File) -> io::Result<Self> {
        Ok(Self { leased: std::marker::PhantomData })
    }

    pub(super) const fn is_whole(&self) -> bool {
        true
    }
}
